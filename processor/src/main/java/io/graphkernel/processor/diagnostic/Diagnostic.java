package io.graphkernel.processor.diagnostic;

import static io.graphkernel.processor.diagnostic.Severity.ERROR;
import static io.graphkernel.processor.diagnostic.Severity.NOTE;
import static io.graphkernel.processor.diagnostic.Severity.WARNING;

import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Every message of the compiler: what is wrong in the user's names, because of what, and how to fix it. {@code {0}}
 * is the first argument. Families: 0 environment, 1 source, 2 types and shapes, 3 fusion, 4 code generation,
 * 5 native compile. An id never changes its meaning and is never used again.
 */
public enum Diagnostic {
    // Environment. Arguments of INTERNAL_ERROR: where, the exception, the file that was written.
    INTERNAL_ERROR(
            1,
            ERROR,
            "internal error in {0}: {1}",
            "this is a defect of GraphKernel, not of your program; stack trace and graph are in {2}",
            "please report it together with that file"),
    NOT_JAVAC(
            2,
            ERROR,
            "@GraphKernel needs javac to compile this class",
            "this compiler ({0}) does not give access to method bodies, and this Java has no javac to read them with",
            "run the compiler on a JDK, not on a JRE: it has the module jdk.compiler"),
    TOOLCHAIN_UNAVAILABLE(3, ERROR, "no C compiler for {0}", "{1}", "{2}"),
    CANNOT_WRITE(4, ERROR, "cannot write {0}", "{1}", "make the output directory writable and build again"),
    COMPILER_WITHOUT_GPU(
            5,
            ERROR,
            "the compiler does not compile for {0}",
            "{1}",
            "leave -Agraphkernel.compiler out, since the embedded clang does, or leave {0} out of"
                    + " -Agraphkernel.targets"),
    OLD_SOURCE(
            6,
            ERROR,
            "kernels of {0} cannot be compiled for Java {1}",
            "the generated classes are Java 17",
            "compile with --release 17 or higher, in Maven <maven.compiler.release>17</maven.compiler.release>"),
    NOT_READ(
            7,
            ERROR,
            "the kernels of {0} are not made",
            "javac reads them, and says: {1}",
            "mend this first; another compiler may see it elsewhere"),
    UNPACKING(
            8,
            NOTE,
            "unpacking the compiler into {0}",
            "this is the first build of this user with this version of it",
            "nothing needs to be done; later builds begin at once"),
    MANY_KERNELS(
            9,
            NOTE,
            "compiling up to {0} kernels of {1}",
            "kernels that the build cache has not are compiled, each once",
            "nothing needs to be done; later builds compile what has changed"),
    UNKNOWN_OPTION(101, ERROR, "unknown option -A{0}", "no processor option has this name", "{1}"),
    BAD_OPTION_VALUE(102, ERROR, "option -A{0} cannot be '{1}'", "{2}", "{3}"),
    UNKNOWN_FLAG(103, ERROR, "unknown flag --{0}", "no flag of this version has this name", "{1}"),
    BAD_FLAG_VALUE(104, ERROR, "flag --{0} cannot be '{1}'", "{2}", "write {3}"),
    MALFORMED_FLAG(105, ERROR, "'{0}' is not a flag", "{1}", "write --name or --name=value, separated by blanks"),
    UNKNOWN_NAME(106, ERROR, "unknown {2} '{1}' in --{0}", "no {2} has this name", "{3}"),
    DUPLICATE_FLAG(107, WARNING, "flag --{0} is given twice", "the first, '{1}', wins", "remove the second, '{2}'"),
    IN_ENVIRONMENT(108, WARNING, "{0}: {1}", "{2}; what is not understood has no effect", "{3}"),
    FLAG_WITHOUT_MEANING(109, ERROR, "flag --{0} has no meaning here", "{1}", "remove it"),
    NAME_WITHOUT_EFFECT(110, ERROR, "'{1}' has no effect in --{0}", "{2}", "remove it"),
    FLAG_NEXT_TO_PATH(111, WARNING, "flag --{0} has no effect next to --path", "{1} holds all flags", "move it there"),
    CANNOT_READ(112, ERROR, "cannot read {0}", "{1}", "name a file of the documented form, with its whole path"),
    IN_FILE(113, ERROR, "{0}: {1}", "{2}", "{3}"),
    IN_FILE_WARNING(114, WARNING, "{0}: {1}", "{2}", "{3}"),
    UNKNOWN_SWITCH(115, ERROR, "unknown fusion switch '{0}'", "{1}", "{2}"),
    BAD_SWITCH(
            116, ERROR, "fusion switch '{0}' cannot be '{1}'", "a switch is a JSON string", "write \"on\" or \"off\""),
    SWITCH_ALWAYS_ON(117, ERROR, "fusion switch '{0}' cannot be off", "{1}", "remove it; \"ALL\" leaves it on"),
    SWITCH_WITHOUT_MEANING(118, WARNING, "fusion switch '{0}' has no meaning here", "{1}", "remove it"),
    BAD_VARIABLE(119, WARNING, "{0} cannot be '{1}'", "it takes {2}", "write {2}, or unset it"),
    LEVEL_TOO_HIGH(
            120,
            WARNING,
            "flag --{0} is '{1}'",
            "{2} is the highest level, and a higher one counts as it",
            "write {2}"),

    // Declarations.
    NOT_STATIC(
            1001,
            ERROR,
            "kernel method '{0}' is not static",
            "a kernel has no receiver; its inputs are its parameters",
            "declare it static"),
    PRIVATE_METHOD(
            1002,
            ERROR,
            "kernel method '{0}' is private",
            "the generated class {1} is in the same package and takes its access",
            "remove private"),
    GENERIC_METHOD(
            1003,
            ERROR,
            "kernel method '{0}' has type parameters",
            "a kernel works on Tensor and primitive types only",
            "remove the type parameters"),
    VARARGS_METHOD(
            1004,
            ERROR,
            "kernel method '{0}' has variable arity",
            "a kernel has a fixed list of operands",
            "write @Length(n) Tensor[] instead of Tensor..., n being the number of tensors, or declare each as a parameter"),
    NO_BODY(
            1005,
            ERROR,
            "kernel method '{0}' has no body",
            "the kernel is made from the body, and this method is {1}",
            "give it a body"),
    IN_INTERFACE(
            1006,
            ERROR,
            "kernel method '{0}' is declared in interface {1}",
            "kernels are made for classes",
            "move it into a class"),
    OVERLOADED(
            1007,
            ERROR,
            "there are two kernel methods '{0}' in {1}",
            "{2} has several forms of each kernel, which overloads would clash with",
            "give each kernel its own name"),
    PARAMETER_TYPE(
            1008,
            ERROR,
            "parameter '{0}' has type {1}",
            "kernel parameters are tensors, run-time numbers and records of them",
            "{2}"),
    RESULT_TYPE(
            1009,
            ERROR,
            "kernel method '{0}' returns {1}",
            "kernel results are tensors",
            "return Tensor, a record of Tensors, or void and assign to a parameter"),
    RECORD_COMPONENT(
            1010,
            ERROR,
            "component '{0}' of result record {1} has type {2}",
            "every result of a kernel is a tensor",
            "make it a Tensor, or return a record without it"),
    HIDDEN_RECORD(
            1011,
            ERROR,
            "record {0} is not visible to {1}",
            "the generated class names it",
            "remove private from {0} and the classes around it; make one public that is protected in another package"),
    VOID_WITHOUT_ASSIGN(
            1012,
            ERROR,
            "kernel method '{0}' has no result",
            "it returns nothing and assigns to no parameter",
            "return a Tensor, or call assign(parameter, value)"),
    STUB_NAME_TAKEN(1013, ERROR, "the kernels of {0} need the class name {1}", "{2}", "rename one of the two classes"),
    UNUSED_PARAMETER(
            1014,
            WARNING,
            "parameter '{0}' is never used",
            "no op reads it, yet each call has to give it",
            "remove it, or use it; @SuppressWarnings(\"unused\") on the method silences this"),

    // Statements and expressions.
    UNSUPPORTED_STATEMENT(
            1101,
            ERROR,
            "{0} is not part of a kernel's Java",
            "a kernel is straight-line code over" + " tensors after loops are unrolled and conditions are folded",
            "{1}"),
    UNSUPPORTED_EXPRESSION(
            1102,
            ERROR,
            "{0} is not part of a kernel's Java",
            "a kernel's expressions are Ops calls, calls of other kernels, and arithmetic on numbers",
            "{1}"),
    UNSUPPORTED_VARIABLE(
            1103,
            ERROR,
            "local variable '{0}' has type {1}",
            "a kernel's variables are tensors, records of tensors and numbers",
            "{2}"),
    NON_CONSTANT_CONDITION(
            1104,
            ERROR,
            "the condition '{0}' is not a compile-time constant",
            "which ops run is decided when the class is compiled, not by data",
            "use a constant, or compute both and choose by a number: {1}"),
    LOOP_TOO_LONG(
            1105,
            ERROR,
            "the loop runs more than {0} times",
            "loops are unrolled, and each iteration adds its ops to the kernel",
            "use fewer iterations, or call the" + " kernel in a loop"),
    NOT_A_CONSTANT(
            1106,
            ERROR,
            "field '{0}' is not a compile-time constant",
            "a kernel reads its parameters and constants only",
            "declare it static final with a constant value, or pass" + " it as a parameter"),
    CONSTANT_FAILS(1107, ERROR, "'{0}' cannot be computed", "{1}", "correct the constant expression"),
    RESULT_DROPPED(
            1108,
            ERROR,
            "the result of '{0}' is not used",
            "ops have no effect except assign",
            "store the result in a variable, or remove the call"),
    NON_CONSTANT_LOOP(
            1109,
            ERROR,
            "the loop's condition '{0}' is not a compile-time constant",
            "loops are unrolled when the class is compiled, so the number of iterations must be known then",
            "use a constant bound, or a dim that @TensorType gives as a number; else call a kernel in a loop, in a"
                    + " method that is none"),
    SIZE_IN_CONDITION(
            1110,
            ERROR,
            "the condition '{0}' depends on a size that is not declared as a number",
            "which ops run is decided when the class is compiled, and this size is known at the call only",
            "declare the dim as a number in @TensorType, or decide in the method that calls the kernel"),
    FORMULA_TOO_LONG(
            1111,
            ERROR,
            "{0} is a formula of more than {1} characters",
            "the generated class computes each number by one expression over the parameters",
            "compute it in the method that calls the kernel, and pass it as a parameter"),
    NESTED_TOO_DEEPLY(
            1112,
            ERROR,
            "{0} nests expressions too deeply",
            "the compiler reads each expression inside the one around it, and its stack holds {1}",
            "give parts of it to local variables"),
    UNUSED_TENSOR(
            1113,
            WARNING,
            "the tensor '{0}' is computed and never used",
            "no result and no update in place depends on it, so no kernel computes it",
            "remove it, or use it; @SuppressWarnings(\"unused\") on the method silences this"),
    REMAINDER_DROPPED(
            1114,
            WARNING,
            "'{0}' drops a remainder before it meets a tensor",
            "Java rounds a quotient of whole numbers towards 0",
            "write {1}; @SuppressWarnings(\"{2}\") on the method silences this"),
    SIZE_OUT_OF_PLACE(
            1115,
            ERROR,
            "the size '{0}' cannot become a fraction, an int or part of a number of the call",
            "a size is a whole number of type long that is known at the call, after the numbers are computed",
            "compute with long alone, or let an op take it: mul(x, x.dimension(0)), realDiv(x, x.dimension(0))"),

    // Calls.
    // Must be an error: javac leaves its own about the name out once a processor has reported one.
    UNKNOWN_OP(1201, ERROR, "there is no op '{0}'", "Ops has no method of this name", "{1}"),
    NOT_A_KERNEL(
            1202,
            ERROR,
            "'{0}' is neither an op nor a kernel",
            "only ops, kernels and Math functions can be called in a kernel",
            "{1}"),
    RECURSION(
            1203,
            ERROR,
            "kernel '{0}' calls itself",
            "the calls are {1}",
            "kernels are inlined; use a loop with a constant bound"),
    NON_CONSTANT_ATTRIBUTE(
            1204,
            ERROR,
            "argument '{0}' of {1} is not a compile-time constant",
            "the kernel that is compiled depends on {2}",
            "use a literal or a static final constant"),
    GRAPH_MISSING(
            1205,
            ERROR,
            "kernel '{0}' of {1} cannot be inlined",
            "{1} was compiled without GraphKernel's processor: {2} is not on the class path",
            "compile {1} with the processor, or put its sources into this compilation"),
    GRAPH_DAMAGED(
            1206,
            ERROR,
            "kernel '{0}' of {1} cannot be inlined",
            "{2} is not readable: {3}",
            "compile {1} again with this version of GraphKernel"),
    OP_NOT_SUPPORTED(
            1207,
            ERROR,
            "op '{0}' is not known to this processor",
            "the class path has another version of the runtime than the processor path",
            "use the same version of graphkernel-runtime and graphkernel-processor"),
    TOO_MANY_OPS(
            1208,
            ERROR,
            "{0} makes the kernel larger than {1} ops",
            "calls are inlined and loops are unrolled; the kernel has {2} up to here, and this adds {3}",
            "compute what several calls share once, or split the kernel in the method that calls it"),
    CALLS_TOO_DEEP(
            1209,
            ERROR,
            "kernel '{0}' is called inside more than {1} kernels",
            "calls are inlined, and each call is read inside the kernel that calls it",
            "call fewer kernels inside each other"),

    // Parameters that are records.
    RECORD_PARAMETER(
            1301,
            ERROR,
            "component '{0}' has type {1}",
            "a record that a kernel takes holds tensors, run-time numbers and records of them",
            "{2}"),
    GENERIC_RECORD(
            1302,
            ERROR,
            "record {0} of '{1}' has type parameters",
            "a kernel needs the type of each component",
            "declare a record with the types that it holds here"),
    RECURSIVE_RECORD(
            1303,
            ERROR,
            "record {0} of '{1}' lies within itself",
            "a kernel has a fixed list of operands",
            "declare a record for each level"),
    TOO_MANY_PARAMETERS(
            1304,
            ERROR,
            "the generated forms of kernel method '{0}' need {1} parameters",
            "Java allows {2}; a long or double counts twice, and each result has a parameter, too",
            "put parameters into a record"),
    RECORD_CONSTRUCTOR(
            1305,
            ERROR,
            "record {0} has a constructor with a body",
            "a kernel takes the components as they are: it does not run the constructor, even if that only checks them",
            "remove the constructor; compute components in the kernel, and check them where plain Java makes the record"),
    RECORD_ACCESSOR(
            1306,
            ERROR,
            "accessor {1} of record {0} has a body",
            "it is run for a parameter; of a record that is made in the kernel the component is read as it is",
            "remove the accessor, or use here what the record was made of"),
    TOO_MANY_IN_RECORDS(
            1307,
            ERROR,
            "kernel method '{0}' takes more than {1} tensors and numbers",
            "each is an operand of its own, which every call checks; numbers and sizes are variables of one Java method,"
                    + " which has 65,535 bytes",
            "split the kernel, for example into one for each block of layers"),

    // Constant tensors.
    CONSTANT_UNKNOWN(
            1310,
            ERROR,
            "the elements '{0}' are not known when the class is compiled",
            "a constant tensor is stored with the kernels",
            "write the array with its elements where it is used, or as a static final field of this source file; pass a"
                    + " tensor with other data as a parameter"),
    CONSTANT_COUNT(
            1311,
            ERROR,
            "'{0}' has {1} elements for the dims {2}",
            "a tensor has as many elements as the product of its dims",
            "give all elements, row by row, or correct the dims"),
    CONSTANT_DTYPE(
            1312,
            ERROR,
            "an array of {0} does not become a tensor of {1}",
            "its elements are those of {2}",
            "name one of these; the op cast converts between all dtypes"),

    // Lists and arrays of a declared length.
    LENGTH_MISSING(
            1320,
            ERROR,
            "the length of '{0}' is not declared",
            "the type of a list or array does not tell how many elements it has, and a kernel is compiled for their number: each"
                    + " tensor in them is an operand, and loops over them are unrolled",
            "write @Length(n) in front of it, n being the number of its elements"),
    LENGTH_OF_NO_LIST(
            1321,
            ERROR,
            "@Length is on '{0}' of type {1}",
            "a kernel takes lists (java.util.List) and arrays of tensors or of records, and no other collections",
            "declare List<Tensor>, Tensor[], or a list or array of a record; else remove @Length"),
    LENGTH_OUT_OF_RANGE(
            1322,
            ERROR,
            "'{0}' cannot have {1} elements",
            "a length is a number from 0 to {2}",
            "declare the number of elements that every call passes"),
    LENGTH_DIFFERS(
            1323,
            ERROR,
            "'{0}' has {1} elements, and '{2}' takes {3}",
            "@Length({3}) is declared there",
            "give as many elements, or correct the declared length"),
    TOO_MANY_RESULTS(
            1324,
            ERROR,
            "kernel method '{0}' returns more than {1} tensors",
            "a generated method makes all of them, and a Java method has 65,535 bytes",
            "split the kernel, for example into one for each block of layers"),
    GRADIENT_TAKES_TOO_MANY(
            1325,
            ERROR,
            "the gradient of kernel method '{0}' needs a method of {1} parameters",
            "Java allows {2}; an overload of the forward call takes each result as a parameter, one of the gradient call each"
                    + " cotangent, and a long or double counts twice",
            "return fewer tensors, such as a loss over them, or split the kernel into several with gradients"),
    STRUCTURES_DIFFER(
            1330,
            ERROR,
            "'{0}' has another structure than '{1}': {2}",
            "the tensors of the values are taken together, each with those of the same path",
            "give values of the same record, with lists of the same length"),
    ACTION_NOT_A_LAMBDA(
            1331,
            ERROR,
            "'{0}' is no lambda",
            "the compiler reads what to do with each tensor where the tensors are given",
            "write a lambda, such as w -> assign(w, zerosLike(w))"),
    SUM_OF_NOTHING(
            1332,
            ERROR,
            "'{0}' has no tensor",
            "the sum has the dtype and the shape of what the lambda gives for the tensors",
            "give a tensor, or a record or list that has one"),
    GRADIENT_TOO_LONG(
            1350,
            ERROR,
            "kernel method '{0}' has gradients by {1} tensors and saves {2}",
            "{3} gradients and {4} saved values are the most: generated methods name all of them, and a Java method has 65,535"
                    + " bytes",
            "take the gradient in a kernel, by valueAndGradient(() -> {0}(…), …), which names none, or split the kernel"),
    TARGET_WITHOUT_OP(
            1400,
            ERROR,
            "kernel method '{0}' cannot be compiled for {1}",
            "{2}: {3}",
            "leave {1} out of -Agraphkernel.targets, or move the method to a module that is compiled without it"),
    CHIP_WITHOUT_OP(
            1401,
            ERROR,
            "kernel method '{0}' cannot be compiled for chip {1} of {2}",
            "{3}: {4}",
            "leave {1} out of -Agraphkernel.binaries: others have kernels; or write the method without this op"),
    BINARIES_WITHOUT_TOOLKIT(
            1410,
            ERROR,
            "binaries of {0} for {1} cannot be made",
            "{2}",
            "install the CANN toolkit and source its set_env.sh before the build, or leave out -Agraphkernel.binaries: the source"
                    + " is compiled at load then"),

    // Types and shapes.
    SHAPES_CLASH(
            2001, ERROR, "{0} cannot combine {1}", "dims are aligned at the end and must be equal or 1; {2}", "{3}"),
    WRONG_DTYPE(2003, ERROR, "{0} cannot take '{1}'", "{2}", "{3}"),
    AXIS_OUT_OF_RANGE(2004, ERROR, "{0} has no such axis: {1}", "{2}", "{3}"),
    SHAPE_NEEDED(
            2005,
            ERROR,
            "{0} needs the shape of '{1}'",
            "{2}",
            "declare dims on the parameter, for example @TensorType(\"f32[n, d]\")"),
    ASSIGN_TYPE_DIFFERS(2006, ERROR, "{0} cannot write '{1}'", "{2}", "{3}"),
    ASSIGN_NEEDS_PARAMETER(
            2007,
            ERROR,
            "{0} cannot write to '{1}'",
            "{2}",
            "name a Tensor parameter of the kernel as the first argument"),
    BAD_TENSOR_TYPE(2008, ERROR, "'{0}' is not a tensor type", "{1}", "{2}"),
    TENSOR_TYPE_ON_NUMBER(
            2009,
            ERROR,
            "@TensorType on '{0}', which is {1}",
            "it declares dtype and dims of a tensor",
            "remove the annotation, or declare the parameter as Tensor"),
    ARGUMENT_DOES_NOT_FIT(
            2010,
            ERROR,
            "'{0}' does not fit parameter '{1}' of {2}",
            "{3}",
            "pass a tensor of the declared type, or change @TensorType of {1}"),
    INLINING_FAILED(
            2011,
            ERROR,
            "kernel {0} cannot be used with these arguments",
            "in {0}: {1}",
            "pass tensors that {0} can combine, or declare its @TensorTypes"),
    AXIS_REPEATED(
            2013,
            ERROR,
            "the axes {1} of {0} repeat one",
            "{2}",
            "name each axis once; a negative axis counts from the end"),
    NUMBER_DOES_NOT_FIT(2014, ERROR, "number '{0}' cannot be {1}", "{2}", "{3}"),
    DTYPES_DIFFER(
            2015,
            ERROR,
            "{0} cannot combine {1}",
            "{2}; there is no implicit conversion",
            "convert one of them with cast, for example cast(…, DType.F32)"),
    SHAPE_DOES_NOT_FIT(2016, ERROR, "{0} cannot take {1}", "{2}", "{3}"),
    BAD_ATTRIBUTE(2017, ERROR, "{0} cannot be done as asked", "{1}", "correct this argument"),
    UNBOUND_DIM(
            2018,
            ERROR,
            "dim '{0}' has no size",
            "it is only in '{1}' of '{2}' and in other expressions",
            "declare an axis of a parameter as {0}, or as a multiple of it"),
    NOT_FOR_EVERY_RANK(2019, ERROR, "{0} is another op for some ranks of {1}", "{2}", "{3}"),
    PACKS_DIFFER(
            2020,
            ERROR,
            "{0} cannot combine {1}",
            "dots of different names stand for different dims, and so do dots without a name in two parameters",
            "give the dots one name where the leading dims are the same, for example @TensorType(\"f32[b..., d]\")"),
    RANK_UNKNOWN(2021, ERROR, "'{0}' is not known at compile time", "{1}", "{2}"),
    INDICES_NOT_CHECKED(
            2030,
            WARNING,
            "{0}: --check_indices does not look at the indices of {1} ({2})",
            "the method computes them, and a stub sees only what its caller passes",
            "pass them as a parameter of the method"),

    // Gradients.
    GRADIENT_OF_UPDATE(
            2201,
            ERROR,
            "'{0}' cannot have a gradient",
            "{1}",
            "return what the method computes, and update tensors in a method of its own"),
    NO_GRADIENT_LEFT(2202, ERROR, "'{0}' has nothing to differentiate", "{1}", "{2}"),
    GRADIENT_NEEDS_DIMS(
            2203,
            ERROR,
            "a gradient needs the dims of '{0}'",
            "a parameter of any shape is broadcast, and the gradient is a sum over the axes along which it was",
            "declare its dims, for example @TensorType(\"{1}[n, d]\")"),
    GRADIENT_OF_INDEPENDENT(
            2204,
            ERROR,
            "the result of '{0}' does not depend on '{1}'",
            "its gradient would be zero whatever the values are; integers, comparisons, rounding and stopGradient are"
                    + " constants",
            "use the parameter in what is returned, or mark it with @NoGradient"),
    OP_WITHOUT_GRADIENT(
            2205,
            ERROR,
            "'{0}' cannot have a gradient: {1}",
            "{2} at {3} is between a parameter and a result",
            "mark the parameters that lead to it, or the results that come of it, with @NoGradient"),
    GRADIENT_DOES_NOT_FIT(
            2206,
            ERROR,
            "'{0}' cannot have a gradient: that of {1} at {2} does not go with these types",
            "{3}",
            "mark the parameters that lead to it with @NoGradient, or compute the value by other ops"),
    GRADIENT_NAME_TAKEN(
            2207,
            ERROR,
            "the generated class cannot have '{0}' for the gradient of '{1}'",
            "{2}",
            "rename one of the two methods"),

    // Gradients inside a kernel.
    LOSS_INDEPENDENT(
            2230,
            ERROR,
            "the loss does not depend on '{0}'",
            "nothing in the lambda leads from it to the loss; what was computed before the lambda, comparisons, integers and"
                    + " stopGradient are constants",
            "compute the loss from it inside the lambda, or remove it from the parameters"),
    LOSS_NOT_A_NUMBER(
            2231,
            ERROR,
            "the loss '{0}' has no gradient: it is {1}",
            "a gradient is the derivative of one float",
            "reduce it to one element, for example by reduceSum or reduceMean over all axes"),
    NO_GRADIENT_ON_PATH(
            2232,
            ERROR,
            "the loss '{0}' has no gradient",
            "{1}",
            "compute it by other ops, or keep it out of the gradient with stopGradient"),
    NO_GRADIENT_OF_DTYPE(
            2233,
            ERROR,
            "'{0}' has no gradient: it is {1}",
            "a gradient is taken with respect to tensors of floats",
            "name float tensors, or records that have nothing else, after the lambda"),
    LOSS_NOT_A_LAMBDA(
            2234,
            ERROR,
            "the loss '{0}' is no lambda",
            "the compiler reads the loss where its gradient is asked for",
            "write () -> and the loss: an expression, or a block that ends in return"),
    UPDATE_IN_LOSS(
            2235,
            ERROR,
            "'{0}' updates a tensor in place inside a loss",
            "a gradient is that of values, which an update would change while the loss is computed",
            "update after the gradient is taken, outside of the lambda"),
    NO_PARAMETER_OF_LOSS(
            2236,
            ERROR,
            "{0} names no tensor",
            "a gradient is taken with respect to tensors that the loss is computed from",
            "name the tensors, or records of tensors, after the lambda"),

    // Gradients that users write.
    GRADIENT_OF_NOTHING(
            2240,
            ERROR,
            "'{0}' is the gradient of no kernel",
            "{1} has no @GraphKernel method '{2}'",
            "name a kernel of the same class"),
    TWO_GRADIENTS(
            2241,
            ERROR,
            "'{0}' is a second gradient of '{1}'",
            "'{2}' is the gradient of '{1}' already",
            "leave @GradientOf to one of the two"),
    NOT_A_GRADIENT(
            2242,
            ERROR,
            "'{0}' cannot be a gradient",
            "{1}",
            "write a @GraphKernel method that returns the gradients and updates nothing in place"),
    GRADIENT_PARAMETERS(
            2243,
            ERROR,
            "'{0}' does not take what a gradient of '{1}' takes",
            "{2}",
            "take {3}: the parameters of '{1}', its results, and a cotangent for each result"),
    GRADIENT_RESULTS(
            2244,
            ERROR,
            "'{0}' does not return the gradient of '{1}'",
            "{2}",
            "return {3}: a gradient of each tensor parameter of a floating dtype"),
    OWN_GRADIENT_REFUSED(2245, ERROR, "'{0}' cannot have '{1}' as its gradient", "{2}", "{3}"),

    // Generated classes in the class that they are generated from.
    VAR_OF_STUB(
            2290,
            ERROR,
            "'{0}' needs its type in place of var",
            "javac 17 looks for the type of a var here before {1} is generated, and keeps what it found",
            "write {2} in place of var, or move this code to another top-level class: one that has no kernels, and that no class"
                    + " with kernels extends"),
    PARAMETER_OF_STUB(
            2291,
            ERROR,
            "the lambda's parameter '{0}' needs a type",
            "javac 17 looks for its type here before {1} is generated, and keeps what it found",
            "write the types of the lambda's parameters before their names, or keep what {1} gives in a variable with a type"
                    + " first"),

    // What is computed again.
    COMPUTED_AGAIN_AFTER_UPDATE(
            2330,
            WARNING,
            "saves = INPUTS has no effect on '{0}'",
            "it updates '{1}' in place, so that its gradient cannot compute it again from what it was given",
            "remove saves, or update '{1}' where '{0}' is called"),

    // Models.
    MODEL_NOT_FOUND(
            2400,
            ERROR,
            "there is no model '{0}'",
            "{1}",
            "put the file among the sources or resources, or name the dependency whose jar has it at that path"),
    MODEL_DAMAGED(
            2401, ERROR, "model '{0}' cannot be read", "{1}", "export the model again, as one file of the ONNX format"),
    MODEL_NODE_REFUSED(
            2402,
            ERROR,
            "model '{0}': {1} is not to be had: {2} of opset {3}",
            "{4}",
            "export the model without such nodes, or with inputShapes that are numbers where it is about shapes"),
    MODEL_NOT_ON_INTERFACE(
            2403,
            ERROR,
            "@OnnxModel is not on an interface",
            "{0} is no interface, and a model has no methods in Java",
            "declare an empty interface for the model"),
    MODEL_SHAPES(2404, ERROR, "inputShapes of model '{0}' cannot be read", "{1}", "write it as \"ids:1,128;mask:1,n\""),
    MODEL_TOO_WIDE(
            2405, ERROR, "model '{0}' has too many inputs and outputs", "{1}", "export the model with fewer of them"),
    MODEL_WEIGHTS(
            2406,
            ERROR,
            "weights '{0}' cannot take the place of those of model '{1}'",
            "{2}",
            "write a file in the safetensors format with weights by the names of the model, as weights() of the generated"
                    + " class gives them"),
    MODEL_TRAINABLE(
            2407,
            ERROR,
            "model '{0}' cannot be trained so",
            "{1}",
            "name weights that its outputs depend on in trainable, such as \"head.*\""),

    // The converter.
    CONVERTER_FLAG_UNKNOWN(2410, ERROR, "there is no flag {0} of the converter", "{1}", "{2}"),
    CONVERTER_FLAG_VALUE(2411, ERROR, "{0} cannot be '{1}'", "{2}", "write {3}"),
    CONVERTER_FLAG_MISSING(2412, ERROR, "{0} is not given", "{1}", "write {0}={2}"),
    CONVERTER_WITHOUT_COMPILER(
            2413,
            ERROR,
            "there is no javac in {0}",
            "the converter compiles a class for the model, and this Java is a run time alone",
            "run it with a JDK, 17 or later"),

    // Fusion and code generation.
    KERNEL_SUMMARY(3001, NOTE, "{0}: {1}: {2} in {3}, report {4}", "", ""),
    TARGET_LEFT_OUT(
            3002,
            NOTE,
            "{0} has no kernels for {1}",
            "in {2}, {3}: {4}",
            "nothing, if the class does not run there; else write the method without this op"),
    TOO_MANY_LAUNCHES(
            3006,
            ERROR,
            "{0} takes {1} launches, more than its maxLaunches = {2}",
            "{3}",
            "write it so that these fuse, or raise maxLaunches; the report shows every value between launches"),
    NEGATIVE_LAUNCHES(
            3007,
            ERROR,
            "maxLaunches cannot be {0}",
            "no call has fewer than no launches",
            "write the most launches that you accept, such as 1; 0, or nothing, for any number"),
    CANNOT_SCHEDULE(
            4001,
            ERROR,
            "{0} cannot be scheduled",
            "{1}",
            "reduce the first or the last axes, both by one reduction after the other; for axes between them, change"
                    + " the layout of the tensor"),

    // Native compile.
    NATIVE_COMPILE_FAILED(
            5001,
            ERROR,
            "the generated source of {0} does not compile for {1}",
            "{2}",
            "this is a defect of GraphKernel; please report it with {3}"),
    NATIVE_LINK_FAILED(
            5002,
            ERROR,
            "the kernels of {0} cannot be linked for {1}",
            "{2}",
            "this is a defect of GraphKernel; please report it with {3}"),
    CACHE_TROUBLE(
            5003,
            ERROR,
            "{0} cannot be used",
            "{1}",
            "make it writable and see that the disk has space, or name another directory with {2}"),
    CACHE_UNSAFE(
            5004,
            ERROR,
            "{0} is not safe: {1}",
            "another user of this machine could put code there, which this build would run or put into the jar",
            "{2}; or name another directory with {3}"),
    CACHE_TEMPORARY(
            5005,
            NOTE,
            "compiler and compiled kernels are kept in {0}",
            "there is no home directory to write to",
            "nothing needs to be done; XDG_CACHE_HOME names a directory that lasts longer");

    private static final int MOST_LINES = 6;

    private final int number;
    private final Severity severity;
    private final String what;
    private final String because;
    private final String fix;

    Diagnostic(int number, Severity severity, String what, String because, String fix) {
        this.number = number;
        this.severity = severity;
        this.what = what;
        this.because = because;
        this.fix = fix;
    }

    /**
     * The stable id.
     *
     * @return for example {@code GK-1203}
     */
    public String id() {
        return String.format(Locale.ROOT, "GK-%04d", number);
    }

    public Severity severity() {
        return severity;
    }

    /**
     * What is wrong, in one line without the id.
     *
     * @param arguments for the placeholders
     * @return the text
     */
    public String what(Object... arguments) {
        return fill(what, arguments);
    }

    /**
     * The cause.
     *
     * @param arguments for the placeholders
     * @return the text; several lines if an argument has several
     */
    public String because(Object... arguments) {
        return fill(because, arguments);
    }

    /**
     * The remedy.
     *
     * @param arguments for the placeholders
     * @return the text
     */
    public String fix(Object... arguments) {
        return fill(fix, arguments);
    }

    /**
     * The whole message.
     *
     * @param arguments for the placeholders
     * @return {@code [id] what}, then the cause and the fix on lines of their own, at most six lines in all
     */
    public String message(Object... arguments) {
        return messageAbout("", arguments);
    }

    /** The whole message, with words after what is wrong. */
    String messageAbout(String about, Object... arguments) {
        StringBuilder text = new StringBuilder("[" + id() + "] " + what(arguments) + about);
        String cause = because(arguments).lines().limit(MOST_LINES - 2).collect(Collectors.joining("\n  "));
        if (!cause.isEmpty()) {
            text.append("\nbecause: ").append(cause);
        }
        if (!fix.isEmpty()) {
            text.append("\nfix: ").append(fix(arguments));
        }
        return text.toString();
    }

    private static String fill(String text, Object... arguments) {
        StringBuilder filled = new StringBuilder();
        int from = 0;
        for (int brace = text.indexOf('{'); brace >= 0; brace = text.indexOf('{', from)) {
            filled.append(text, from, brace).append(arguments[text.charAt(brace + 1) - '0']);
            from = brace + 3;
        }
        return filled.append(text.substring(from)).toString();
    }
}
