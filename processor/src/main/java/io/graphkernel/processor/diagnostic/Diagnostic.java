package io.graphkernel.processor.diagnostic;

import static io.graphkernel.processor.diagnostic.Severity.ERROR;
import static io.graphkernel.processor.diagnostic.Severity.NOTE;
import static io.graphkernel.processor.diagnostic.Severity.WARNING;

import io.graphkernel.common.names.MessageText;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The messages of the compiler. Each has a stable title, the specific problem in the user's names, its cause and its
 * fix; {@code {0}} is the first argument. Families: 0 environment, 1 source, 2 types and shapes, 3 fusion, 4 code
 * generation, 5 native compile. An id never changes its meaning and is never reused.
 */
public enum Diagnostic {
    // Environment. Arguments of INTERNAL_ERROR: where, the exception, the file that was written.
    INTERNAL_ERROR(
            1,
            ERROR,
            "internal compiler error",
            "in {0}: {1}",
            "this is a bug in GraphKernel, not in your program; the stack trace and the graph are in {2}",
            "report it with that file attached"),
    NOT_JAVAC(
            2,
            ERROR,
            "@GraphKernel requires javac",
            "this compiler is {0}",
            "it does not expose method bodies to annotation processors, and this Java installation has no javac "
                    + "to read them with",
            "run the compiler on a JDK, which contains the module jdk.compiler, instead of a JRE"),
    TOOLCHAIN_UNAVAILABLE(3, ERROR, "C compiler not found", "for {0}", "{1}", "{2}"),
    CANNOT_WRITE(4, ERROR, "cannot write file", "{0}", "{1}", "{2}, then build again"),
    COMPILER_WITHOUT_GPU(
            5,
            ERROR,
            "C compiler does not support the GPU target",
            "{0}",
            "{1}",
            "remove -Agraphkernel.compiler to use the embedded clang, which supports it, or remove {0} from "
                    + "-Agraphkernel.targets"),
    OLD_SOURCE(
            6,
            ERROR,
            "Java release is too old for kernels",
            "{0} is compiled for Java {1}",
            "the generated classes require Java 17",
            "compile with --release 17 or higher, in Maven <maven.compiler.release>17</maven.compiler.release>"),
    NOT_READ(
            7,
            ERROR,
            "javac reported an error in a class with kernels",
            "cannot generate the kernels of {0}",
            "{1}",
            "fix that error first; your IDE's compiler may report it at another position"),
    UNPACKING(
            8,
            NOTE,
            "unpacking the embedded compiler",
            "into {0}",
            "this is the first build with this version of the compiler for this user",
            "no action is needed; later builds start immediately"),
    MANY_KERNELS(
            9,
            NOTE,
            "compiling kernels",
            "up to {0} of {1}",
            "kernels that are not in the build cache are compiled once",
            "no action is needed; later builds recompile only the kernels that changed"),
    INCOMPLETE_PROCESSOR_PATH(
            10,
            ERROR,
            "processor path is incomplete",
            "{0}",
            "{1}",
            "put graphkernel-processor and all of its dependencies, of one version, on the processor path, as Maven"
                    + " and Gradle do"),
    UNKNOWN_OPTION(101, ERROR, "unknown processor option", "-A{0}", "no processor option has this name", "{1}"),
    BAD_OPTION_VALUE(102, ERROR, "invalid value of a processor option", "-A{0}={1}", "{2}", "{3}"),
    UNKNOWN_FLAG(103, ERROR, "unknown flag", "--{0}", "no flag of this version has this name", "{1}"),
    BAD_FLAG_VALUE(104, ERROR, "invalid value of a flag", "--{0}={1}", "{2}", "write {3}"),
    MALFORMED_FLAG(105, ERROR, "malformed flag", "'{0}'", "{1}", "write --name or --name=value, separated by spaces"),
    UNKNOWN_NAME(106, ERROR, "unknown name in a flag", "{2} '{1}' in --{0}", "no {2} has this name", "{3}"),
    DUPLICATE_FLAG(
            107,
            WARNING,
            "duplicate flag",
            "--{0}",
            "the first value, '{1}', takes precedence",
            "remove the second value, '{2}'"),
    IN_ENVIRONMENT(108, WARNING, "invalid environment variable", "{0}: {1}", "{2}; invalid values are ignored", "{3}"),
    FLAG_WITHOUT_MEANING(109, ERROR, "flag is not applicable", "--{0}", "{1}", "remove it"),
    NAME_WITHOUT_EFFECT(110, ERROR, "name in a flag has no effect", "'{1}' in --{0}", "{2}", "remove it"),
    FLAG_NEXT_TO_PATH(
            111,
            WARNING,
            "flag is ignored together with --path",
            "--{0}",
            "with --path all flags are read from {1}",
            "move the flag to that file"),
    CANNOT_READ(
            112,
            ERROR,
            "cannot read configuration file",
            "{0}",
            "{1}",
            "specify the full path of a file in the documented format"),
    IN_FILE(113, ERROR, "error in a configuration file", "{0}: {1}", "{2}", "{3}"),
    IN_FILE_WARNING(114, WARNING, "problem in a configuration file", "{0}: {1}", "{2}", "{3}"),
    UNKNOWN_SWITCH(115, ERROR, "unknown fusion switch", "'{0}'", "{1}", "{2}"),
    BAD_SWITCH(
            116,
            ERROR,
            "invalid value of a fusion switch",
            "'{0}' is '{1}'",
            "a switch is a JSON string",
            "write \"on\" or \"off\""),
    SWITCH_ALWAYS_ON(
            117, ERROR, "fusion switch cannot be turned off", "'{0}'", "{1}", "remove it; \"ALL\" leaves it on"),
    SWITCH_WITHOUT_MEANING(118, WARNING, "fusion switch is not applicable", "'{0}'", "{1}", "remove it"),
    BAD_VARIABLE(
            119,
            WARNING,
            "invalid value of an environment variable",
            "{0}={1}",
            "the accepted values are: {2}",
            "set it to {2}, or unset it"),
    LEVEL_TOO_HIGH(
            120,
            WARNING,
            "optimization level out of range",
            "--{0}={1}",
            "{2} is the highest level; higher values are treated as {2}",
            "write {2}"),

    // Declarations.
    NOT_STATIC(
            1001,
            ERROR,
            "kernel method is not static",
            "'{0}'",
            "a kernel has no receiver; its inputs are its parameters",
            "declare it static"),
    PRIVATE_METHOD(
            1002,
            ERROR,
            "kernel method is private",
            "'{0}'",
            "the generated class {1} is in the same package and must be able to access it",
            "remove private"),
    GENERIC_METHOD(
            1003,
            ERROR,
            "kernel method has type parameters",
            "'{0}'",
            "kernels operate on Tensor and primitive types only",
            "remove the type parameters"),
    VARARGS_METHOD(
            1004,
            ERROR,
            "kernel method has a varargs parameter",
            "'{0}'",
            "a kernel has a fixed list of operands",
            "write @Length(n) Tensor[] instead of Tensor..., where n is the number of tensors, or declare each "
                    + "tensor as a parameter"),
    NO_BODY(
            1005,
            ERROR,
            "kernel method has no body",
            "'{0}'",
            "the kernel is compiled from the body, and this method is {1}",
            "add a body"),
    IN_INTERFACE(
            1006,
            ERROR,
            "kernel method is declared in an interface",
            "'{0}' in {1}",
            "kernels are generated for classes only",
            "move it into a class"),
    OVERLOADED(
            1007,
            ERROR,
            "kernel methods are overloaded",
            "two kernel methods '{0}' in {1}",
            "{2} has several variants of each kernel, which would clash with overloads",
            "give each kernel method its own name"),
    PARAMETER_TYPE(
            1008,
            ERROR,
            "unsupported type of a kernel parameter",
            "'{0}' has type {1}",
            "kernel parameters are tensors, runtime numbers and records of them",
            "{2}"),
    RESULT_TYPE(
            1009,
            ERROR,
            "unsupported return type of a kernel",
            "'{0}' returns {1}",
            "kernel results are tensors",
            "return Tensor, Tensor[], List<Tensor>, a record of Tensors, or void and assign to a parameter"),
    RECORD_COMPONENT(
            1010,
            ERROR,
            "unsupported component type of a result record",
            "component '{0}' of {1} has type {2}",
            "every result of a kernel is a tensor",
            "make it a Tensor, or return a record without it"),
    HIDDEN_RECORD(
            1011,
            ERROR,
            "record is not accessible from the generated class",
            "{0} is not accessible from {1}",
            "the generated class refers to it by name",
            "remove private from {0} and its enclosing classes; make a protected record of another package public"),
    VOID_WITHOUT_ASSIGN(
            1012,
            ERROR,
            "kernel method has no result",
            "'{0}'",
            "it returns nothing and assigns to no parameter",
            "return a Tensor, or call assign(parameter, value)"),
    STUB_NAME_TAKEN(
            1013,
            ERROR,
            "name of the generated class is already in use",
            "the kernels of {0} need the class name {1}",
            "{2}",
            "rename one of the two classes"),
    UNUSED_PARAMETER(
            1014,
            WARNING,
            "unused parameter",
            "'{0}'",
            "no op reads it, yet every call must pass a value for it",
            "remove it, or use it; @SuppressWarnings(\"unused\") on the method suppresses this warning"),
    VAL_OF_STUB(
            1015,
            ERROR,
            "Lombok val cannot infer a generated type",
            "declare the type of '{0}'",
            "Lombok resolves the type of a val before the kernels of this class are compiled and its stub is "
                    + "generated",
            "write the type, such as Tensor, instead of val, or move this code to another top-level class"),
    MODEL_WITH_METHODS(
            1016,
            ERROR,
            "@OnnxModel interface has methods",
            "{0} has a method '{1}'",
            "the generated class does not implement the interface; the model is called by the generated method run",
            "leave the interface empty, and declare the method in another type"),
    ANNOTATION_WITHOUT_EFFECT(
            1017,
            WARNING,
            "annotation has no effect",
            "@{0} on '{1}'",
            "{2}",
            "remove it, or declare a @GraphKernel method; @SuppressWarnings(\"unused\") suppresses this warning"),
    ANNOTATION_IN_BODY(
            1018,
            ERROR,
            "annotation inside a method body is ignored",
            "@{0}",
            "javac does not pass local and anonymous classes to annotation processors, and a generated class "
                    + "could not refer to them",
            "move the declaration into a top-level class or a static nested class"),
    MODEL_SHAPES_DIFFER(
            1019,
            ERROR,
            "inputShapes make the model unsupported",
            "\"{0}\" for model '{1}'",
            "node '{2}' cannot be compiled with these dims, but can with the dims that the file declares: {3}",
            "use dims that the model supports; the file declares \"{4}\""),
    VARIANTS_OF_TYPE(
            1020,
            ERROR,
            "parameter cannot choose a variant",
            "'{0}' is {1}",
            "@Variants lists the compiled values of a boolean, an enum or a String",
            "remove @Variants; a number is a runtime value, and an enum constant can stand for each case"),
    VARIANTS_MISSING(
            1021,
            ERROR,
            "values of a String parameter are not listed",
            "'{0}'",
            "a kernel is compiled for each value of such a parameter",
            "list the values: {1}"),
    VARIANT_VALUE(1022, ERROR, "invalid value of a variant", "'{0}'", "{1}", "{2}"),
    TOO_MANY_VARIANTS(
            1023,
            ERROR,
            "kernel has too many variants",
            "'{0}' has {1}",
            "each combination of the values of {2} is compiled, and a kernel has at most {3}",
            "list the values in use with @Variants, or write a kernel per value"),
    VARIANT_RESULTS(
            1024,
            ERROR,
            "variants of a kernel with a gradient have different results",
            "'{0}' with {1}, and with {2}",
            "its gradient call takes a cotangent per result of a floating dtype, and is the same for all variants",
            "return the same number of tensors in the same dtypes, or write a kernel per value"),
    RESULT_LENGTH(
            1025,
            ERROR,
            "unsupported length of a returned array",
            "'{0}' returns {1} tensors",
            "the generated class returns a fixed number of tensors, from 1 to {2}",
            "join the tensors, as in return stack(0, states), or return an array whose length is a constant"),

    // Statements and expressions.
    UNSUPPORTED_STATEMENT(
            1101,
            ERROR,
            "unsupported statement in a kernel",
            "{0}",
            "a kernel is a graph of ops over tensors, with loops and branches",
            "{1}"),
    UNSUPPORTED_EXPRESSION(
            1102,
            ERROR,
            "unsupported expression in a kernel",
            "{0}",
            "the expressions of a kernel are Ops calls, calls of other kernels, and arithmetic on numbers",
            "{1}"),
    UNSUPPORTED_VARIABLE(
            1103,
            ERROR,
            "unsupported type of a local variable",
            "'{0}' has type {1}",
            "the local variables of a kernel are tensors, records of tensors and numbers",
            "{2}"),
    SWITCH_NOT_COMPILED(
            1104,
            ERROR,
            "switch cannot be compiled",
            "{0}",
            "its number is known only when the kernels run, so that its cases become branches",
            "{1}"),
    LOOP_TOO_LONG(
            1105,
            ERROR,
            "loop has too many iterations to unroll",
            "it runs more than {0} times",
            "this loop is unrolled, and each iteration adds its ops to the kernel",
            "use fewer iterations, or call the kernel in a loop"),
    NOT_A_CONSTANT(
            1106,
            ERROR,
            "field is not a compile-time constant",
            "'{0}'",
            "a kernel can read only its parameters and compile-time constants",
            "{1}"),
    CONSTANT_FAILS(
            1107, ERROR, "constant expression cannot be evaluated", "'{0}'", "{1}", "correct the constant expression"),
    RESULT_DROPPED(
            1108,
            ERROR,
            "result of an op is ignored",
            "'{0}'",
            "ops other than assign have no side effects",
            "store the result in a variable, or remove the call"),
    NON_CONSTANT_LOOP(
            1109,
            ERROR,
            "number of iterations is unknown",
            "the condition is '{0}'",
            "it must be a constant or follow from dims, and such a loop counts one variable up to a bound",
            "write for (int i = 0; i < n; i++) where n is a constant, an int parameter or a dim such as x.dimension(0), or call a kernel "
                    + "in a loop from a method without @GraphKernel"),
    FORMULA_TOO_LONG(
            1111,
            ERROR,
            "scalar expression is too long",
            "{0} has more than {1} characters as an expression over the parameters",
            "the generated class computes each number by one expression over the parameters",
            "compute it in the method that calls the kernel, and pass it as a parameter"),
    NESTED_TOO_DEEPLY(
            1112,
            ERROR,
            "expressions are nested too deeply",
            "{0}",
            "the compiler analyzes nested expressions recursively, and its stack is limited to {1}",
            "assign subexpressions to local variables"),
    UNUSED_TENSOR(
            1113,
            WARNING,
            "unused tensor",
            "'{0}' is computed but never used",
            "no result and no in-place update depends on it, so no kernel computes it",
            "remove it, or use it; @SuppressWarnings(\"unused\") on the method suppresses this warning"),
    REMAINDER_DROPPED(
            1114,
            WARNING,
            "integer division discards the remainder",
            "'{0}'",
            "Java rounds the quotient of two integers toward zero",
            "write {1}; @SuppressWarnings(\"{2}\") on the method suppresses this warning"),
    SIZE_OUT_OF_PLACE(
            1115,
            ERROR,
            "size cannot be the number of a called kernel",
            "'{0}'",
            "a called kernel takes constants and numbers that are computed from the parameters of this one",
            "pass the tensor whose dimension it is, or call a static method without @GraphKernel, which takes any number"),
    TENSOR_CONDITION(
            1116,
            ERROR,
            "condition is a tensor",
            "'{0}'",
            "a branch or loop needs one boolean; a tensor has a value per element",
            "{1}"),
    TENSOR_OPERATOR(1117, ERROR, "Java operator on a tensor", "'{0}'", "{1}", "write {2}"),
    TENSOR_AS_PRIMITIVE(
            1118,
            ERROR,
            "tensor assigned to a variable of a primitive type",
            "'{2}' to '{0}' of type {1}",
            "the elements of a tensor are known only at the call",
            "declare '{0}' as Tensor; ops accept tensors in place of numbers"),
    LOOP_NOT_COMPILED(1130, ERROR, "loop cannot be compiled", "{0}", "all iterations run one compiled body", "{1}"),
    LOOP_VALUE_CHANGES(
            1131,
            ERROR,
            "variable changes its type in a loop",
            "{0} is {1} before an iteration and {2} after it",
            "the variable has the same memory in all iterations",
            "start the loop with a tensor of the type that an iteration assigns, for example by broadcastTo or cast"),
    LOOP_CONSTANT_CHANGES(
            1132,
            ERROR,
            "constant changes in a loop",
            "{0} changes from {1} to {2}",
            "enum constants, strings, and the elements of arrays and lists that are no tensors are resolved at compile"
                    + " time, for one body of all iterations",
            "{3}"),
    LOOP_ARRAY(
            1133,
            ERROR,
            "array or list is not filled by a loop",
            "{0}",
            "an array whose length is known only at the call has its elements from one loop, which assigns each once;"
                    + " a list grows by the same number of elements in each iteration",
            "{1}"),

    BRANCH_NOT_COMPILED(
            1134,
            ERROR,
            "branch cannot be compiled",
            "{0}",
            "its condition is known only when the kernels run, so that the statements after it are compiled once",
            "{1}"),
    BRANCH_VALUES_DIFFER(
            1135,
            ERROR,
            "branches have values of different types",
            "{0} is {1} if the condition holds, and {2} otherwise",
            "the condition is known only when the kernels run, and a value has one dtype and shape",
            "assign tensors of the same type in both branches, for example by broadcastTo or cast"),
    NUMBER_OF_TENSOR(
            1136,
            ERROR,
            "number is computed by the kernels",
            "'{0}'",
            "sizes, axes and numbers of kernels are known before these run; an element of a tensor, or a number that a"
                    + " loop assigns, is not",
            "use the number with ops and in conditions, compute it from the loop's index, or make it a parameter"),
    ELEMENT_READ(
            1137,
            ERROR,
            "element of a tensor needs an index per axis",
            "'{0}' of {1}",
            "a number is one element",
            "add the missing indices, or reduce the tensor to one element, for example with reduceMax or reduceAll"),
    ELEMENT_READ_DTYPE(
            1138,
            ERROR,
            "element of a tensor has another type",
            "'{0}' of a tensor of {1}",
            "getLong reads integers and bool, and getBoolean reads bool",
            "use get or getDouble, or cast the tensor"),

    // Calls.
    // Must be an error: javac leaves its own about the name out once a processor has reported one.
    UNKNOWN_OP(1201, ERROR, "unknown op", "'{0}'", "Ops has no method with this name", "{1}"),
    NOT_A_KERNEL(
            1202,
            ERROR,
            "method cannot be called in a kernel",
            "'{0}' is neither an op nor a kernel",
            "a kernel can call ops, other kernels, static methods of this compilation and Math functions",
            "{1}"),
    RECURSION(
            1203,
            ERROR,
            "kernel is recursive",
            "'{0}' calls itself",
            "the call chain is {1}",
            "kernels are inlined; use a loop with a constant bound"),
    NON_CONSTANT_ATTRIBUTE(
            1204,
            ERROR,
            "argument is not a compile-time constant",
            "'{0}' of {1}",
            "the compiled kernel depends on {2}",
            "use a literal or a static final constant"),
    GRAPH_MISSING(
            1205,
            ERROR,
            "kernel of a library cannot be inlined",
            "'{0}' of {1}",
            "{1} was compiled without the GraphKernel processor: {2} is not on the class path",
            "compile {1} with the processor, or add its sources to this compilation"),
    GRAPH_DAMAGED(
            1206,
            ERROR,
            "compiled graph of a kernel is unreadable",
            "'{0}' of {1} cannot be inlined",
            "{2} is unreadable: {3}",
            "recompile {1} with this version of GraphKernel"),
    OP_NOT_SUPPORTED(
            1207,
            ERROR,
            "processor and runtime versions differ",
            "op '{0}' is unknown to this processor",
            "the runtime on the class path has another version than the processor on the processor path",
            "use the same version of graphkernel-runtime and graphkernel-processor"),
    TOO_MANY_OPS(
            1208,
            ERROR,
            "kernel has too many ops",
            "{0} exceeds the limit of {1} ops",
            "calls are inlined and short loops are unrolled; the kernel has {2} ops before this call, which adds {3}",
            "compute shared subexpressions once, or split the kernel in the method that calls it"),
    CALLS_TOO_DEEP(
            1209,
            ERROR,
            "kernel calls are nested too deeply",
            "'{0}' is called through more than {1} kernels",
            "calls are inlined recursively",
            "reduce the depth of the call chain"),
    VARIANT_NOT_CONSTANT(
            1210,
            ERROR,
            "argument that chooses a variant is not a constant",
            "'{0}' for '{1}' of {2}",
            "the called kernel is inlined, and its branches on '{1}' are decided at compile time",
            "pass a constant, or a boolean, enum or String parameter of this kernel, which chooses between variants of it"),
    VARIANT_NOT_COMPILED(
            1211,
            ERROR,
            "variant of a library kernel is not compiled",
            "{0} for {1}",
            "the jar has the graphs of the values that the library lists with @Variants",
            "pass a listed value, or list this one in the library and compile it again"),

    // Element functions.
    ELEMENT_FUNCTION(
            1221,
            ERROR,
            "argument is not an element function",
            "'{0}'",
            "the compiler reads the body of the function, and needs a lambda or a reference to a static method",
            "write a lambda, such as (a) -> a * a, or Type::method of a static method"),
    ELEMENT_DTYPE(
            1222,
            ERROR,
            "dtype does not match the element function",
            "'{0}' is {1}, and the function takes {2}",
            "each element is passed to the function, and the elements of {3} are of type {2}",
            "cast the tensor to {3}, or use the method for its dtype: map for f32, mapDouble for f64, mapInt for i32, "
                    + "mapLong for i64, apply for mixed ones"),
    ELEMENT_SHAPES(
            1223, ERROR, "element function cannot be applied", "'{0}'", "{1}", "pass tensors whose shapes broadcast"),
    ELEMENT_TYPE(
            1224,
            ERROR,
            "type is not supported in an element function",
            "{0}",
            "the compiler keeps the values of an element in registers",
            "use float, double, int, long, boolean and the narrower integers, or a record of them"),
    ELEMENT_CAPTURE(
            1225,
            ERROR,
            "element function captures a value that is not a number",
            "'{0}'",
            "a function receives the elements of its operands, and numbers of the kernel method",
            "pass a tensor as an operand of the call; compute a number or a boolean of the kernel method before it"),
    ELEMENT_CALL(
            1226,
            ERROR,
            "method cannot be called in an element function",
            "'{0}'",
            "the compiler inlines static methods whose source is in this compilation, and the methods of Math that ops "
                    + "compute",
            "{1}"),
    ELEMENT_RECURSION(
            1227,
            ERROR,
            "element function is recursive",
            "'{0}' calls itself",
            "calls are inlined, and the call chain is {1}",
            "use a loop with a constant bound"),
    ELEMENT_ALLOCATION(
            1228,
            ERROR,
            "allocation or array in an element function",
            "'{0}'",
            "the compiler keeps the values of an element in registers",
            "use local variables, or a record of numbers with its canonical constructor"),
    ELEMENT_FIELD(
            1229,
            ERROR,
            "field in an element function",
            "'{0}'",
            "kernels see no fields of objects and classes but constants, and all elements are computed independently",
            "declare it static final with a constant value, use a switch instead of a field of an enum constant, assign to "
                    + "a local variable, or pass it as an operand"),
    ELEMENT_STATEMENT(
            1230,
            ERROR,
            "unsupported statement in an element function",
            "{0}",
            "all elements execute the same instructions without side effects",
            "use local variables, if, switch, for, while, break, continue and return with a value"),
    ELEMENT_EXPRESSION(
            1231,
            ERROR,
            "unsupported expression in an element function",
            "{0}",
            "an element function computes numbers and booleans",
            "use arithmetic, comparisons, casts, ?:, switch and static methods of numbers"),
    ENDLESS_LOOP(
            1232,
            ERROR,
            "endless loop",
            "{0}",
            "neither break nor return leaves it, so a call whose loop begins would not end",
            "change a variable of the condition towards its end, or leave the loop with if (condition) break"),
    ELEMENT_BITS(
            1233,
            ERROR,
            "unsupported operation on bits in an element function",
            "'{0}'",
            "no op computes it",
            "use &, |, ^, ~ and shifts, or methods such as bitCount and rotateLeft"),
    ELEMENT_EXPORT(
            1234,
            ERROR,
            "method cannot be exported as an element function",
            "'{0}'",
            "{1}",
            "export a static method that computes numbers from numbers, or remove @ElementFunction"),
    ELEMENT_NOT_EXPORTED(
            1235, ERROR, "method of a library is not exported as an element function", "'{0}'", "{1}", "{2}"),
    ELEMENT_TABLE(
            1236,
            ERROR,
            "array cannot be read at this index in an element function",
            "'{0}'",
            "the index depends on elements, so that the element is selected by comparisons, and {1}",
            "read arrays of at most 64 numbers at such an index; gather(table, indices, 0) reads longer ones"),
    ELEMENT_UNDETERMINED(
            1237,
            ERROR,
            "enum constant, string or array depends on elements",
            "'{0}'",
            "it differs between elements or iterations, and the compiler keeps only numbers per element",
            "choose between numbers instead, as in condition ? A.of(x) : B.of(x), or keep it the same in the loop"),
    ATTENTION(
            1240,
            ERROR,
            "attention cannot be applied",
            "'{0}'",
            "{1}",
            "pass queries [b, h, s, d], keys and values [b, g, t, d] of one dtype, where h is a multiple of g, and "
                    + "operands that broadcast to [b, h, s, t]"),

    // Parameters that are records.
    RECORD_PARAMETER(
            1301,
            ERROR,
            "unsupported component type of a parameter record",
            "'{0}' has type {1}",
            "a record parameter contains tensors, runtime numbers and records of them",
            "{2}"),
    GENERIC_RECORD(
            1302,
            ERROR,
            "record parameter is generic",
            "{0} of '{1}' has type parameters",
            "the type of each component must be known at compile time",
            "declare a record with the concrete types"),
    RECURSIVE_RECORD(
            1303,
            ERROR,
            "record parameter is recursive",
            "{0} of '{1}' contains itself",
            "a kernel has a fixed list of operands",
            "declare a record for each level"),
    TOO_MANY_PARAMETERS(
            1304,
            ERROR,
            "kernel has too many parameters",
            "the generated methods for '{0}' need {1} parameters",
            "Java allows {2}; a long or double counts twice, and each result adds a parameter",
            "{3}"),
    RECORD_CONSTRUCTOR(
            1305,
            ERROR,
            "record has a custom constructor",
            "{0}",
            "inside a kernel records use the canonical constructor; a custom constructor, even one that only "
                    + "validates, is not run",
            "remove the constructor; compute components in the kernel, and validate them where plain Java "
                    + "creates the record"),
    RECORD_ACCESSOR(
            1306,
            ERROR,
            "record has a custom accessor",
            "{1} of {0}",
            "custom accessors are called on parameters only; for a record created in the kernel the component is "
                    + "read directly",
            "remove the accessor, or use the value that was passed to the constructor"),
    TOO_MANY_IN_RECORDS(
            1307,
            ERROR,
            "kernel has too many operands in records",
            "'{0}' takes more than {1} {2}",
            "each is an operand that every call checks; numbers and sizes are local variables of one Java "
                    + "method, which is limited to 65,535 bytes",
            "declare equal sizes by one name or a number, or split the kernel, for example into one kernel per block of layers"),

    // Constant tensors.
    CONSTANT_UNKNOWN(
            1310,
            ERROR,
            "elements of a constant tensor are not constant",
            "'{0}'",
            "a constant tensor is stored with the compiled kernels",
            "write the array with its elements where it is used, or as a static final field of this source file; "
                    + "pass a tensor with other data as a parameter"),
    CONSTANT_COUNT(
            1311,
            ERROR,
            "constant tensor has the wrong number of elements",
            "'{0}' has {1} elements for the dims {2}",
            "the number of elements of a tensor is the product of its dims",
            "list all elements in row-major order, or correct the dims"),
    CONSTANT_DTYPE(
            1312,
            ERROR,
            "array type does not match the dtype",
            "an array of {0} cannot initialize a tensor of {1}",
            "it can initialize tensors of {2}",
            "use one of these dtypes; the op cast converts between all dtypes"),

    // Lists and arrays of a declared length.
    LENGTH_MISSING(
            1320,
            ERROR,
            "list or array without @Length",
            "the length of '{0}' is not declared",
            "a kernel is compiled for a fixed number of elements, which the type of a list or array does not "
                    + "declare: each tensor in it is an operand, and loops over it are unrolled",
            "annotate it with @Length(n), where n is the number of elements"),
    LENGTH_OF_NO_LIST(
            1321,
            ERROR,
            "@Length on an unsupported type",
            "'{0}' has type {1}",
            "kernels accept java.util.List and arrays of tensors or of records; other collections are not supported",
            "declare List<Tensor>, Tensor[], or a list or array of a record; otherwise remove @Length"),
    LENGTH_OUT_OF_RANGE(
            1322,
            ERROR,
            "@Length is out of range",
            "'{0}' has length {1}",
            "a length is between 0 and {2}",
            "declare the number of elements that every call passes"),
    LENGTH_DIFFERS(
            1323,
            ERROR,
            "length does not match @Length",
            "'{0}' has {1} elements, but '{2}' takes {3}",
            "it is declared with @Length({3})",
            "pass {3} elements, or correct the declared length"),
    TOO_MANY_RESULTS(
            1324,
            ERROR,
            "kernel has too many results",
            "'{0}' returns more than {1} tensors",
            "one generated method creates all of them, and a Java method is limited to 65,535 bytes",
            "split the kernel, for example into one kernel per block of layers"),
    GRADIENT_TAKES_TOO_MANY(
            1325,
            ERROR,
            "gradient method has too many parameters",
            "the gradient of '{0}' needs {1} parameters",
            "Java allows {2}; one overload of the forward call takes each result as a parameter, one overload of "
                    + "the gradient call takes each cotangent, and a long or double counts twice",
            "return fewer tensors, such as a loss over them, or split the kernel into several kernels with gradients"),
    STRUCTURES_DIFFER(
            1330,
            ERROR,
            "values have different structures",
            "'{0}' and '{1}': {2}",
            "the tensors of the values are paired by their paths",
            "pass values of the same record type, with lists of the same length"),
    ACTION_NOT_A_LAMBDA(
            1331,
            ERROR,
            "argument must be a lambda",
            "'{0}'",
            "the compiler needs the action for each tensor at the call",
            "write a lambda, such as w -> assign(w, zerosLike(w))"),
    SUM_OF_NOTHING(
            1332,
            ERROR,
            "value to sum over has no tensors",
            "'{0}'",
            "the sum takes its dtype and shape from the results of the lambda",
            "pass a tensor, or a record or list that contains one"),
    GRADIENT_TOO_LONG(
            1350,
            ERROR,
            "kernel has too many gradients or saved values",
            "'{0}' has gradients for {1} tensors and saves {2}",
            "the limits are {3} gradients and {4} saved values: generated methods refer to each of them, and a "
                    + "Java method is limited to 65,535 bytes",
            "compute the gradient inside a kernel with valueAndGradient(() -> {0}(…), …), which has no such "
                    + "limit, or split the kernel"),
    TARGET_WITHOUT_OP(
            1400,
            ERROR,
            "op is not supported by the target",
            "'{0}' cannot be compiled for {1}",
            "{2}: {3}",
            "remove {1} from -Agraphkernel.targets, or move the method to a module that is compiled without this "
                    + "target"),
    CHIP_WITHOUT_OP(
            1401,
            ERROR,
            "op is not supported by the chip",
            "'{0}' cannot be compiled for chip {1} of {2}",
            "{3}: {4}",
            "remove {1} from -Agraphkernel.binaries (other chips are still compiled), or rewrite the method "
                    + "without this op"),
    BINARIES_WITHOUT_TOOLKIT(
            1410,
            ERROR,
            "binaries cannot be built without the CANN toolkit",
            "of {0} for {1}",
            "{2}",
            "install the CANN toolkit and source its set_env.sh before the build, or remove "
                    + "-Agraphkernel.binaries to compile the kernels at load time"),

    // Types and shapes.
    SHAPES_CLASH(
            2001,
            ERROR,
            "operands cannot be broadcast",
            "{1} in {0}",
            "dims are aligned at the end and must be equal or 1; {2}",
            "{3}"),
    WRONG_DTYPE(2003, ERROR, "unsupported dtype of an operand", "'{1}' of {0}", "{2}", "{3}"),
    AXIS_OUT_OF_RANGE(2004, ERROR, "axis is out of range", "{1} of {0}", "{2}", "{3}"),
    SHAPE_NEEDED(
            2005,
            ERROR,
            "shape must be declared",
            "{0} requires the shape of '{1}'",
            "{2}",
            "declare dims on {3}, for example @TensorType(\"{4}\")"),
    ASSIGN_TYPE_DIFFERS(
            2006, ERROR, "assigned value has another type than the parameter", "{0} cannot write '{1}'", "{2}", "{3}"),
    ASSIGN_NEEDS_PARAMETER(
            2007,
            ERROR,
            "target of assign is not a parameter",
            "{0} cannot write to '{1}'",
            "{2}",
            "pass a Tensor parameter of the kernel as the first argument"),
    BAD_TENSOR_TYPE(2008, ERROR, "invalid @TensorType", "'{0}'", "{1}", "{2}"),
    TENSOR_TYPE_ON_NUMBER(
            2009,
            ERROR,
            "@TensorType on a parameter that is not a tensor",
            "'{0}' is {1}",
            "it declares the dtype and dims of a tensor",
            "remove the annotation, or declare the parameter as Tensor"),
    ARGUMENT_DOES_NOT_FIT(
            2010,
            ERROR,
            "argument does not match the parameter type",
            "'{0}' for parameter '{1}' of {2}",
            "{3}",
            "{4}, or change the @TensorType of {1}"),
    INLINING_FAILED(
            2011,
            ERROR,
            "kernel does not support these argument types",
            "{0}",
            "in {0}: {1}",
            "pass tensors of supported types to {0}, or declare its @TensorTypes"),
    AXIS_REPEATED(
            2013,
            ERROR,
            "duplicate axis",
            "in the axes {1} of {0}",
            "{2}",
            "specify each axis once; a negative axis counts from the end"),
    NUMBER_DOES_NOT_FIT(2014, ERROR, "number does not fit the dtype", "'{0}' cannot be {1}", "{2}", "{3}"),
    DTYPES_DIFFER(2015, ERROR, "operands have different dtypes", "{1} in {0}", "{2}; {3}", "{4}"),
    SHAPE_DOES_NOT_FIT(2016, ERROR, "incompatible operand shapes", "{1} in {0}", "{2}", "{3}"),
    BAD_ATTRIBUTE(2017, ERROR, "invalid argument of an op", "{0}", "{1}", "{2}"),
    UNBOUND_DIM(
            2018,
            ERROR,
            "dim cannot be inferred",
            "'{0}'",
            "it occurs only in the expression '{1}' of '{2}' and in other expressions",
            "declare an axis of a parameter as {0}, or as a multiple of it, or add the parameter int {0}"),
    NOT_FOR_EVERY_RANK(
            2019,
            ERROR,
            "op is not rank-polymorphic here",
            "{0} does something else for some ranks of {1}",
            "{2}",
            "{3}"),
    PACKS_DIFFER(
            2020,
            ERROR,
            "batch dims of the operands may differ",
            "{1} in {0}",
            "dots with different names stand for different dims, and so do unnamed dots of two parameters",
            "give the dots the same name where the batch dims are equal, for example @TensorType(\"f32[b..., d]\")"),
    RANK_UNKNOWN(2021, ERROR, "rank is not known at compile time", "'{0}' depends on it", "{1}", "{2}"),
    ONLY_EMPTY_TENSORS(
            2022,
            WARNING,
            "op accepts empty tensors only",
            "{0}",
            "it needs {1}, which holds only if {2} is 0",
            "correct the sizes so that they fit other values of {2}"),
    INDICES_NOT_CHECKED(
            2030,
            WARNING,
            "computed indices are not checked",
            "{0}: --check_indices skips the indices of {1} ({2})",
            "the method computes them, and the checks cover only arguments of the call",
            "pass them as a parameter of the method"),
    SIZE_OVERFLOW(
            2031,
            ERROR,
            "size overflows 64-bit integers",
            "in {0}: {1}",
            "strides, offsets and byte counts are products of dims and of constants, computed in 64-bit integers",
            "use smaller numbers in dims and in the arguments that are computed from dims"),

    // Gradients.
    GRADIENT_OF_UPDATE(2201, ERROR, "kernel with in-place updates has no gradient", "'{0}'", "{1}", "{2}"),
    NO_GRADIENT_LEFT(2202, ERROR, "kernel has no differentiable parameter or result", "'{0}'", "{1}", "{2}"),
    GRADIENT_NEEDS_DIMS(
            2203,
            ERROR,
            "gradient requires declared dims",
            "of '{0}'",
            "a parameter of any shape is broadcast, and its gradient is summed over the broadcast axes",
            "declare its dims, for example @TensorType(\"{1}[n, d]\")"),
    GRADIENT_OF_INDEPENDENT(2204, ERROR, "gradient of the parameter is always zero", "'{1}' of '{0}'", "{2}", "{3}"),
    OP_WITHOUT_GRADIENT(
            2205,
            ERROR,
            "op is not differentiable",
            "'{0}' has no gradient: {1}",
            "{2} at {3} is between a parameter and a result",
            "mark the parameters that lead to it, or the results that depend on it, with @NoGradient"),
    GRADIENT_DOES_NOT_FIT(
            2206,
            ERROR,
            "gradient of an op is not supported for these types",
            "'{0}' has no gradient because of {1} at {2}",
            "{3}",
            "mark the parameters that lead to it with @NoGradient, or {4}"),
    GRADIENT_NAME_TAKEN(
            2207,
            ERROR,
            "name of the gradient method is already in use",
            "'{0}' for the gradient of '{1}'",
            "{2}",
            "rename one of the two methods"),
    GRADIENT_OF_UNBOUNDED_LOOP(
            2208,
            ERROR,
            "gradient of a loop without a bound",
            "'{0}' has no gradient because of the loop at {1}",
            "the gradient reads the values before each iteration, whose number is not known before the call",
            "add a bound, as in for (int i = 0; i < 100 && condition; i++)"),

    // Gradients inside a kernel.
    LOSS_INDEPENDENT(
            2230,
            ERROR,
            "loss does not depend on the parameter",
            "'{0}'",
            "no differentiable op in the lambda leads from it to the loss; values computed before the lambda, "
                    + "comparisons, integers and stopGradient are constants",
            "compute the loss from it inside the lambda, or remove it from the parameters"),
    LOSS_NOT_A_NUMBER(
            2231,
            ERROR,
            "loss is not a scalar",
            "'{0}' is {1}",
            "a gradient is the derivative of a single float",
            "reduce it to one element, for example with reduceSum or reduceMean over all axes"),
    NO_GRADIENT_ON_PATH(
            2232,
            ERROR,
            "loss is not differentiable",
            "'{0}'",
            "{1}",
            "compute it with other ops, or exclude it from the gradient with stopGradient"),
    NO_GRADIENT_OF_DTYPE(
            2233,
            ERROR,
            "dtype is not differentiable",
            "'{0}' is {1}",
            "gradients are computed with respect to tensors of floating-point dtypes",
            "pass float tensors, or records that contain only float tensors, after the lambda"),
    LOSS_NOT_A_LAMBDA(
            2234,
            ERROR,
            "loss must be a lambda",
            "'{0}'",
            "the compiler differentiates the body of the lambda",
            "write () -> followed by the loss: an expression, or a block that ends in return"),
    UPDATE_IN_LOSS(
            2235,
            ERROR,
            "in-place update inside a loss",
            "'{0}'",
            "the gradient would be computed from values that the update overwrites",
            "update after the gradient is computed, outside the lambda"),
    NO_PARAMETER_OF_LOSS(
            2236,
            ERROR,
            "gradient without parameters",
            "{0} names no tensor",
            "a gradient is computed with respect to tensors that the loss depends on",
            "name the tensors, or records of tensors, after the lambda"),

    // Gradients that users write.
    GRADIENT_OF_NOTHING(
            2240,
            ERROR,
            "@GradientOf names no kernel",
            "'{0}'",
            "{1} has no @GraphKernel method '{2}'",
            "name a kernel of the same class"),
    TWO_GRADIENTS(
            2241,
            ERROR,
            "kernel has two custom gradients",
            "'{0}' is a second gradient of '{1}'",
            "'{2}' is already the gradient of '{1}'",
            "remove @GradientOf from one of the two"),
    NOT_A_GRADIENT(
            2242,
            ERROR,
            "method cannot be a custom gradient",
            "'{0}'",
            "{1}",
            "write a @GraphKernel method that returns the gradients and updates nothing in place"),
    GRADIENT_PARAMETERS(
            2243,
            ERROR,
            "custom gradient has the wrong parameters",
            "'{0}' cannot be the gradient of '{1}'",
            "{2}",
            "declare {3}: the parameters of '{1}', its results, and a cotangent for each result"),
    GRADIENT_RESULTS(
            2244,
            ERROR,
            "custom gradient has the wrong results",
            "'{0}' cannot be the gradient of '{1}'",
            "{2}",
            "return {3}: one gradient for each tensor parameter of a floating-point dtype"),
    CUSTOM_GRADIENT_REFUSED(
            2245,
            ERROR,
            "custom gradient is not supported here",
            "'{1}' cannot be the gradient of '{0}'",
            "{2}",
            "{3}"),
    GRADIENT_TAKEN_TWICE(
            2246,
            ERROR,
            "tensor is differentiated twice",
            "{0} and {1} are the same tensor",
            "a gradient is computed for each of them, and a tensor has one gradient",
            "name the tensor once, and use its gradient twice"),
    UPDATED_BY_LOSS(
            2247,
            ERROR,
            "loss updates a tensor that it is differentiated by",
            "'{0}'",
            "the call updates these statistics in place, so their gradient would be computed from overwritten values",
            "remove the tensor from the parameters after the lambda, or update it after the gradient is computed"),

    // Generated classes in the class that they are generated from.
    VAR_OF_STUB(
            2290,
            ERROR,
            "var cannot infer a generated type",
            "declare the type of '{0}'",
            "javac 17 resolves the type of a var here before {1} is generated, and does not resolve it again",
            "write {2} instead of var, or move this code to another top-level class: one that has no kernels and "
                    + "that no class with kernels extends"),
    PARAMETER_OF_STUB(
            2291,
            ERROR,
            "lambda parameter cannot infer a generated type",
            "declare the type of '{0}'",
            "javac 17 resolves its type here before {1} is generated, and does not resolve it again",
            "declare the types of the lambda's parameters, or assign the result of {1} to a variable with a "
                    + "declared type first"),
    CHOICE_OF_STUB(
            2292,
            ERROR,
            "choice of generated values selects no overload",
            "the type of '{0}' is missing",
            "javac 17 resolves the types of its results here before {1} is generated, and does not resolve them again",
            "assign it to a variable with a declared type first, or move this code to another top-level class: one that "
                    + "has no kernels and that no class with kernels extends"),

    // Recomputed values.
    RECOMPUTED_AFTER_UPDATE(
            2330,
            WARNING,
            "saves = INPUTS has no effect",
            "on '{0}'",
            "it updates '{1}' in place, so its gradient cannot recompute values from the original inputs",
            "remove saves, or update '{1}' in the method that calls '{0}'"),

    // Models.
    MODEL_NOT_FOUND(
            2400,
            ERROR,
            "model not found",
            "'{0}'",
            "{1}",
            "add the file to the sources or resources, or add the dependency whose jar contains it at that path"),
    MODEL_DAMAGED(2401, ERROR, "model cannot be read", "'{0}'", "{1}", "export the model again, as one ONNX file"),
    MODEL_NODE_REFUSED(
            2402,
            ERROR,
            "ONNX op is not supported",
            "{1} of model '{0}': {2} of opset {3}",
            "{4}",
            "export the model without such nodes, or specify sizes with inputShapes, inputValues and maxSizes if "
                    + "the problem is a shape"),
    MODEL_NOT_ON_INTERFACE(
            2403,
            ERROR,
            "@OnnxModel is not on an interface",
            "on {0}",
            "{0} is not an interface, and a model has no Java methods",
            "declare an empty interface for the model"),
    MODEL_SHAPES(2404, ERROR, "invalid inputShapes", "of model '{0}'", "{1}", "write them as \"ids:1,128;mask:1,n\""),
    MODEL_TOO_WIDE(
            2405,
            ERROR,
            "model has too many inputs, outputs or weights",
            "'{0}'",
            "{1}",
            "export the model with fewer inputs and outputs, or select fewer weights"),
    MODEL_WEIGHTS(
            2406,
            ERROR,
            "weights do not match the model",
            "'{0}' cannot replace the weights of model '{1}'",
            "{2}",
            "write a safetensors file whose weights have the names of the model, as weights() of the generated "
                    + "class returns them"),
    MODEL_TRAINABLE(
            2407,
            ERROR,
            "model cannot be trained",
            "'{0}'",
            "{1}",
            "name weights that its outputs depend on in trainable, such as \"head.*\""),
    MODEL_VALUES(
            2408,
            ERROR,
            "invalid inputValues",
            "of model '{0}'",
            "{1}",
            "write them as \"rate:16000;sizes:1,3\", with one value per element of the input"),
    MODEL_ADAPTERS(
            2409,
            ERROR,
            "invalid adapters",
            "of model '{0}'",
            "{1}",
            "name matrices of its products, such as @LowRank(weights = \"*.query.weight\", rank = 8)"),

    // The converter.
    CONVERTER_FLAG_UNKNOWN(2410, ERROR, "unknown converter flag", "{0}", "{1}", "{2}"),
    CONVERTER_FLAG_VALUE(2411, ERROR, "invalid value of a converter flag", "{0}={1}", "{2}", "write {3}"),
    CONVERTER_FLAG_MISSING(2412, ERROR, "missing converter flag", "{0}", "{1}", "write {0}={2}"),
    CONVERTER_WITHOUT_COMPILER(
            2413,
            ERROR,
            "javac not found",
            "in {0}",
            "the converter compiles a class for the model, and this Java installation is a JRE",
            "run it with a JDK, version 17 or later"),

    // Models, continued.
    MODEL_MAX_SIZES(
            2414,
            ERROR,
            "invalid maxSizes",
            "of model '{0}'",
            "{1}",
            "write them as \"selected:100;indices:20\", with the names of tensors of the model"),
    MODEL_RAGGED(
            2415,
            ERROR,
            "model cannot be compiled for ragged batches",
            "'{0}'",
            "{1}",
            "remove ragged and pad the batches, or export the model up to this node and compute the remainder in a kernel"),

    // Fusion and code generation.
    KERNEL_SUMMARY(3001, NOTE, "kernels compiled", "{0}: {1}: {2} in {3}, report {4}", "", ""),
    TARGET_LEFT_OUT(
            3002,
            NOTE,
            "target skipped",
            "{0} has no kernels for {1}",
            "in {2}, {3}: {4}",
            "no action is needed if the class does not run there; otherwise rewrite the method without this op"),
    TOO_MANY_LAUNCHES(
            3006,
            ERROR,
            "too many launches",
            "{0} has {1} launches, but maxLaunches = {2}",
            "{3}",
            "rewrite it so that these ops fuse, or raise maxLaunches; the report shows every value that is "
                    + "passed between launches"),
    NEGATIVE_LIMIT(
            3007,
            ERROR,
            "invalid limit",
            "{0}",
            "a number of launches or bytes cannot be negative",
            "set the maximum that you accept, or remove the limit"),
    TOO_MUCH_TEMPORARY_MEMORY(
            3008,
            ERROR,
            "too much temporary memory",
            "{0} needs {1} for values between launches, but maxTemporaryBytes = {2}",
            "{3}",
            "{4}"),
    CANNOT_SCHEDULE(
            4001,
            ERROR,
            "kernel cannot be scheduled",
            "{0}",
            "{1}",
            "reduce the leading or the trailing axes, or both by two successive reductions; to reduce axes "
                    + "between them, change the layout of the tensor"),

    // Native compile.
    NATIVE_COMPILE_FAILED(
            5001,
            ERROR,
            "generated code does not compile",
            "{0} for {1}",
            "{2}",
            "this is a bug in GraphKernel; please report it with {3}"),
    NATIVE_LINK_FAILED(
            5002,
            ERROR,
            "kernels cannot be linked",
            "{0} for {1}",
            "{2}",
            "this is a bug in GraphKernel; please report it with {3}"),
    CACHE_TROUBLE(5003, ERROR, "cache directory cannot be used", "{0}", "{1}", "{2}"),
    CACHE_UNSAFE(
            5004,
            ERROR,
            "cache directory is not secure",
            "{0}: {1}",
            "another user of this machine could put code there that this build would run or package into the jar",
            "{2}; or use another directory with {3}"),
    CACHE_TEMPORARY(
            5005,
            NOTE,
            "build cache is in a temporary directory",
            "the compiler and compiled kernels are stored in {0}",
            "the home directory is missing or not writable",
            "no action is needed; set XDG_CACHE_HOME to a persistent directory to keep the cache");

    private static final int MAX_LINES = 6;

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([0-9])}");

    private final int number;
    private final Severity severity;
    private final String title;
    private final String detail;
    private final String because;
    private final String fix;

    Diagnostic(int number, Severity severity, String title, String detail, String because, String fix) {
        this.number = number;
        this.severity = severity;
        this.title = title;
        this.detail = detail;
        this.because = because;
        this.fix = fix;
    }

    /**
     * Returns the stable id.
     *
     * @return the id, for example {@code GK-1203}
     */
    public String id() {
        return String.format(Locale.ROOT, "GK-%04d", number);
    }

    /**
     * Returns the stable title, which heads the section of the troubleshooting page.
     *
     * @return a short phrase without arguments, for example {@code kernel is recursive}
     */
    public String title() {
        return title;
    }

    public Severity severity() {
        return severity;
    }

    /**
     * Returns the problem in one line, without the id.
     *
     * @param arguments values of the placeholders
     * @return the title, followed by the specific problem if there is one
     */
    public String what(Object... arguments) {
        return detail.isEmpty() ? title : title + ": " + fill(detail, arguments);
    }

    /**
     * Returns the cause.
     *
     * @param arguments values of the placeholders
     * @return the text; several lines if an argument has several
     */
    public String because(Object... arguments) {
        return fill(because, arguments);
    }

    /**
     * Returns the remedy.
     *
     * @param arguments values of the placeholders
     * @return the text
     */
    public String fix(Object... arguments) {
        return fill(fix, arguments);
    }

    /**
     * Returns the complete message.
     *
     * @param arguments values of the placeholders
     * @return {@code [id] title: problem}, then the cause and the fix on separate lines, at most six lines in total
     */
    public String message(Object... arguments) {
        return messageAbout("", arguments);
    }

    /**
     * Returns the complete message, with a suffix of its first line.
     *
     * @param suffix text that follows the problem
     * @param arguments values of the placeholders
     */
    String messageAbout(String suffix, Object... arguments) {
        StringBuilder text = new StringBuilder("[" + id() + "] " + what(arguments) + suffix);
        String cause = because(arguments).lines().limit(MAX_LINES - 2).collect(Collectors.joining("\n  "));
        if (!cause.isEmpty()) {
            text.append("\nbecause: ").append(cause);
        }
        if (!fix.isEmpty()) {
            text.append("\nfix: ").append(fix(arguments));
        }
        return MessageText.printable(text.toString());
    }

    private static String fill(String template, Object... values) {
        String text = MessageText.agreeing(template, PLACEHOLDER, 0, values);
        Object[] arguments = MessageText.bounded(values);
        StringBuilder filled = new StringBuilder();
        int from = 0;
        for (int brace = text.indexOf('{'); brace >= 0; brace = text.indexOf('{', from)) {
            filled.append(text, from, brace).append(arguments[text.charAt(brace + 1) - '0']);
            from = brace + 3;
        }
        return filled.append(text.substring(from)).toString();
    }
}
