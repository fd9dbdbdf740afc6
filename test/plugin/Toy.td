// A dialect of somebody else, as a plugin for the tools (editors/README.md, "Your own dialects").
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def ToyDialect : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
  let useDefaultTypePrinterParser = 1;
}

def Toy_Box : TypeDef<ToyDialect, "Box"> {
  let mnemonic = "box";
  let parameters = (ins "unsigned":$size);
  let assemblyFormat = "`<` $size `>`";
  let genVerifyDecl = 1;
}

def Toy_WrapOp : Op<ToyDialect, "wrap"> {
  let summary = "puts a value into a box";
  let arguments = (ins AnyType:$value);
  let results = (outs Toy_Box:$box);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($box)";
}
