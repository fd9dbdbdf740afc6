-- neovim's own client: see editors.sh.
local function fail(message)
  io.stderr:write(message .. "\n")
  vim.cmd("cquit 1")
end
local buffer = vim.api.nvim_get_current_buf()
if not vim.wait(30000, function() return #vim.lsp.get_active_clients() == 1 end, 20) then return fail("the server did not start") end
local id = vim.lsp.get_active_clients()[1].id
local function count() return #vim.diagnostic.get(buffer) end
if not vim.wait(30000, function() return count() == 1 end, 20) then return fail("no diagnostic") end
local diagnostic = vim.diagnostic.get(buffer)[1]
if diagnostic.lnum ~= 1 then return fail("diagnostic on line " .. diagnostic.lnum) end
local answers = vim.lsp.buf_request_sync(buffer, "textDocument/hover",
  { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = 2, character = 3 } }, 30000)
local hover = answers and answers[id] and answers[id].result
if not hover or not hover.contents.value:find("(4,8):(1,4)", 1, true) then return fail("no hover: " .. vim.inspect(answers)) end
-- It shows Markdown, but no pictures: the map comes as text.
if not hover.contents.value:find("\n3 7 11 15 19 23 27 31\n", 1, true) or hover.contents.value:find("base64", 1, true) then return fail("no grid: " .. hover.contents.value) end
local line = vim.api.nvim_buf_get_lines(buffer, 1, 2, false)[1]
vim.api.nvim_buf_set_lines(buffer, 1, 2, false, { (line:gsub("48", "32")) })
if not vim.wait(30000, function() return count() == 0 end, 20) then return fail("the diagnostic stays") end
vim.lsp.stop_client(id)
vim.cmd("qall!")
