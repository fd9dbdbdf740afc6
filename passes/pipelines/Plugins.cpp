#include "passes/pipelines/Plugins.h"

#include "passes/pipelines/Register.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using llvm::StringRef;
using llvm::Twine;

namespace {

struct Plugins {
  std::vector<std::string> files;
  std::vector<DialectPlugin> loaded;
};

Plugins &plugins() {
  static Plugins all;
  return all;
}

/// The libraries that a shared library asks for.
llvm::Expected<std::vector<std::string>> neededLibraries(StringRef file) {
  llvm::Expected<llvm::object::OwningBinary<llvm::object::ObjectFile>> object =
      llvm::object::ObjectFile::createObjectFile(file);
  if (!object)
    return object.takeError();
  auto *elf = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(object->getBinary());
  if (!elf)
    return std::vector<std::string>(); // the loader says what is wrong with another kind
  const auto &content = elf->getELFFile();
  auto entries = content.dynamicEntries();
  if (!entries)
    return entries.takeError();
  const uint8_t *strings = nullptr;
  for (const auto &entry : *entries)
    if (entry.getTag() == llvm::ELF::DT_STRTAB) {
      llvm::Expected<const uint8_t *> address = content.toMappedAddr(entry.getPtr());
      if (!address)
        return address.takeError();
      strings = *address;
    }
  StringRef whole = object->getBinary()->getData();
  std::vector<std::string> names;
  for (const auto &entry : *entries)
    if (entry.getTag() == llvm::ELF::DT_NEEDED && strings) {
      size_t start =
          size_t(reinterpret_cast<const char *>(strings) - whole.data()) + size_t(entry.getVal());
      if (start < whole.size())
        names.push_back(whole.drop_front(start).take_until([](char c) { return !c; }).str());
    }
  return names;
}

/// A second LLVM in the process would not know the types of the first, and mostly ends it.
std::optional<std::string> foreignLibrary(StringRef file) {
  llvm::Expected<std::vector<std::string>> needed = neededLibraries(file);
  if (!needed)
    return "it is no shared library: " + llvm::toString(needed.takeError());
  std::string version =
      std::to_string(LLVM_VERSION_MAJOR) + "." + std::to_string(LLVM_VERSION_MINOR);
  for (StringRef name : {"libMLIR.so.", "libLLVM.so."})
    for (StringRef library : *needed)
      if (library.starts_with(name) && library != (name + version).str())
        return "it is built for " + library.str() + ", this program for " + (name + version).str();
  return std::nullopt;
}

} // namespace

std::optional<std::string> fly::loadDialectPlugin(StringRef file) {
  auto refuse = [&](const Twine &why) {
    return ("cannot load the dialect plugin '" + file + "': " + why).str();
  };
  // The loader looks for a bare name in the folders of the system only.
  llvm::SmallString<256> path(file);
  if (std::error_code error = llvm::sys::fs::make_absolute(path))
    return refuse(error.message());
  if (!llvm::sys::fs::exists(path))
    return refuse("there is no such file");
  if (llvm::sys::fs::is_directory(path))
    return refuse("it is a folder");
  if (llvm::is_contained(plugins().files, path.str()))
    return std::nullopt;
  if (std::optional<std::string> why = foreignLibrary(path))
    return refuse(*why);
  llvm::Expected<DialectPlugin> plugin = DialectPlugin::load(path.str().str());
  if (!plugin) {
    // The message names the file once more, in one case without the closing quote.
    std::string message = llvm::toString(plugin.takeError());
    for (const std::string &again : {(" on plugin '" + path + "'").str(), (" in '" + path).str()})
      if (size_t at = message.find(again); at != std::string::npos)
        message.erase(at, again.size());
    return refuse(StringRef(message).rtrim('.'));
  }
  plugins().files.push_back(path.str().str());
  plugins().loaded.push_back(*plugin);
  return std::nullopt;
}

llvm::ArrayRef<std::string> fly::dialectPlugins() { return plugins().files; }

void fly::registerDialectPlugins(DialectRegistry &registry) {
  for (const DialectPlugin &plugin : plugins().loaded)
    plugin.registerDialectRegistryCallbacks(registry);
}
