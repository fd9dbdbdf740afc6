// What VS Code asks of @vscode/spdlog, whose native part npm would have to build. Output panels show the files
// that these loggers write, so without them there is no output to be seen.
const fs = require('fs');
const path = require('path');

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

class Logger {
  constructor(kind, name, file) {
    this.file = file;
    this.level = 0;
    this.formatted = true;
    levels.forEach((level, index) => { this[level] = (message) => this.write(index, message); });
  }

  write(index, message) {
    if (index < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    fs.appendFileSync(this.file, this.formatted ? `${time} [${levels[index]}] ${message}\n` : message);
  }

  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() {}
  clearFormatters() { this.formatted = false; }
  flush() {}
  drop() {}
}

async function create(name, file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return new Logger('rotating', name, file);
}

exports.version = 1;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
