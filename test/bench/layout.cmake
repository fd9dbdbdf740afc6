add_executable(layout_bench layout_bench.cpp)
target_link_libraries(layout_bench PRIVATE FlyLayout benchmark::benchmark)
