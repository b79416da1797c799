package io.graphkernel.runtime.exception;

import java.util.Locale;

/**
 * Every message of the run time: its id and the texts of its three lines. {@code %n$s} stands for the n-th argument of
 * {@link #message}.
 */
public enum RuntimeProblem {
    NULL_ARGUMENT(
            6001, "%1$s: %2$s is null", "every parameter needs a value", "pass a value, for a tensor one that is open"),
    CLOSED_ARGUMENT(
            6002,
            "%1$s: tensor %2$s is closed",
            "its memory went back to the pool when it, or the scope that it was made in, was closed",
            "close it after its last use, or call TensorScope.keep(tensor) before the scope ends"),
    CLOSED_TENSOR(
            6003,
            "%1$s is closed",
            "its memory went back to the pool when it, or the scope that it was made in, was closed",
            "close it after its last use, or call TensorScope.keep(tensor) before the scope ends"),
    CLOSED_OWNER(
            6004,
            "%1$s wraps a pointer that is closed",
            "the owner of the wrapped pointer has released its memory",
            "keep the wrapped pointer open as long as the tensor is used"),

    READ_ONLY(
            6072,
            "%1$s: %2$s %3$s is read-only",
            "it lies over memory that may only be read",
            "pass a tensor over memory that may be written, such as a new one"),

    DTYPE_MISMATCH(
            6010,
            "%1$s: %2$s is %3$s but must be %4$s",
            "the kernel was compiled for %4$s here",
            "pass a tensor of %4$s, or change what is declared: in Java @TensorType has the dtypes of parameters, and results follow"
                    + " from them"),
    DTYPE_UNSUPPORTED(
            6011,
            "%1$s does not take %2$s",
            "it is defined for %3$s",
            "convert the tensor before with Ops.cast(tensor, dtype)"),
    OPERAND_DTYPES(
            6012,
            "%1$s: %2$s is %3$s but %4$s is %5$s",
            "the operands of one op have one dtype; none is converted silently",
            "convert one of them with Ops.cast(…)"),
    NUMBER_RANGE(
            6013,
            "%1$s: %2$s is %3$s, which is no %4$s",
            "a number takes the dtype of the tensor that it meets, and integers are kept exactly",
            "pass a number that %4$s holds, or convert the tensor with Ops.cast(…)"),

    DEVICE_MISMATCH(
            6020,
            "%1$s: %2$s is on %3$s but %4$s is on %5$s",
            "a kernel reads and writes the memory of one device",
            "move one of them with Tensor.to(device) before the call"),
    DEVICE_NAME(
            6021,
            "%1$s names no device",
            "devices are called %2$s",
            "pass such a name; Device.available() lists what is there"),
    DEVICE_UNAVAILABLE(
            6022,
            "%1$s cannot be used: %2$s",
            "%3$s asks for this device, and no other one takes its place",
            "ask for another device; Device.available() lists what is there, and why something is not"),
    HOST_ONLY(
            6023,
            "%1$s: the tensor %2$s is on %3$s",
            "a view or pointer of the host sees only the host's memory",
            "copy it with to(Device.cpu()), copyTo(…) or toFloatArray()"),
    DEVICE_ERROR(
            6024,
            "%1$s failed on %2$s with %3$s (%4$s)",
            "the driver refused the call",
            "look the error up in the driver's documentation; Device.available() tells the driver's version"),
    DEVICE_LOST(
            6025,
            "%1$s is lost: %2$s failed with %3$s (%4$s)",
            "after such an error the driver runs nothing more in this process, and the contents of its tensors are gone",
            "start the process again"),
    DEVICE_MEMORY(
            6026,
            "no memory for %1$s bytes (a block of %2$s) on %3$s",
            "tensors hold %4$s bytes and %5$s wait for reuse, of %6$s that the device has",
            "close tensors that are not needed, or make them inside a TensorScope"),
    STAGING_MEMORY(
            6027,
            "no staging memory of %1$s bytes for copies to and from %2$s",
            "copies go through memory of the host that the driver has to provide",
            "close tensors of the host that are not needed, or streams"),
    CLOSED_STREAM(
            6028,
            "the stream %1$s is closed",
            "a closed stream runs nothing",
            "close it after its last use, or leave the block of Stream.use() before"),
    CLOSED_HANDLE(6029, "the %1$s is closed", "it has given back what it held", "close it after its last use"),

    RANK_MISMATCH(
            6030,
            "%1$s: %2$s is %3$s, which has rank %4$s, but must have rank %5$s",
            "the kernel was compiled for rank %5$s here",
            "reshape the tensor, or change what is declared: in Java @TensorType has the dims of parameters"),
    TOO_FEW_AXES(
            6081,
            "%1$s: %2$s is %3$s, which has rank %4$s, but must have rank %5$s or more",
            "that is how many axes follow the dots in the @TensorType of %2$s",
            "reshape the tensor, or change the @TensorType of %2$s"),
    LEADING_DIMS_DIFFER(
            6082,
            "%1$s: %2$s is %3$s, so its leading dims are %4$s, but %5$s is %6$s",
            "%5$s is fixed by %7$s",
            "pass tensors whose leading dims are the same, or give the dots other names in @TensorType"),
    DIMENSION_MISMATCH(
            6031,
            "%1$s: %2$s is %3$s, so its dim %4$s is %5$s, but %6$s is %7$s",
            "%6$s is fixed by %8$s",
            "make dim %4$s of %2$s %7$s, or give %6$s another size in %8$s"),
    DIMENSION_NO_MULTIPLE(
            6052,
            "%1$s: %2$s is %3$s, so its dim %4$s is %5$s, which is not a multiple of %6$s",
            "this dim is declared as %7$s",
            "pass a tensor whose dim %4$s is a multiple of %6$s"),
    FIXED_DIMENSION_MISMATCH(
            6032,
            "%1$s: %2$s is %3$s, so its dim %4$s is %5$s, but must be %6$s",
            "this dim is declared as a number, not by a name",
            "pass a tensor of that size, or declare a name in its place: in Java @TensorType has the dims of parameters"),
    BROADCAST_MISMATCH(
            6033,
            "%1$s: %2$s %3$s and %4$s %5$s do not broadcast together",
            "aligned at the last dim, %6$s meets %7$s, and neither is 1",
            "make these dims equal, or one of them 1"),
    RESULT_SHAPE(6034, "%1$s: result %2$s is %3$s but must be %4$s", "that is the shape which the inputs give", "%5$s"),
    ARRAY_LENGTH(
            6035,
            "%1$s: array %2$s has length %3$s but must have %4$s",
            "its length is the product of its dims",
            "pass an array of length %4$s"),
    ARRAY_QUOTIENT(
            6036,
            "%1$s: array %2$s has length %3$s, which does not give a whole %4$s",
            "%4$s is the length divided by %5$s, the product of the other dims%6$s",
            "pass an array whose length is a multiple of %5$s%7$s"),
    SIZE_CONDITION(
            6049,
            "%1$s: %2$s is %3$s but must be %4$s %5$s, which is %6$s",
            "the %7$s needs it",
            "pass tensors whose dims fit"),
    DATA_LENGTH(
            6037,
            "%1$s elements do not fill the shape %2$s",
            "the shape has %3$s elements",
            "pass dims whose product is the number of elements"),
    INVALID_SHAPE(
            6038,
            "%1$s is not a shape",
            "a shape has at most 8 dims, and none is negative",
            "pass 0 to 8 dims that are 0 or more"),
    SHAPE_TOO_LARGE(
            6039,
            "%1$s%2$s has more bytes than a signed 64-bit number counts",
            "sizes are counted in signed 64-bit numbers",
            "make one of the dims smaller"),
    SHAPE_DIFFERENCE(
            6040,
            "%1$s: %2$s %3$s and %4$s %5$s differ in shape",
            "the data is copied element by element, without broadcasting",
            "pass two tensors of one shape"),
    AXIS_RANGE(
            6041,
            "%1$s: axis %2$s is out of range for %3$s",
            "the tensor has rank %4$s; a negative axis counts from the end",
            "%5$s"),
    AXIS_REPEATED(
            6042,
            "%1$s: axis %2$s is given twice for %3$s",
            "an axis can be reduced once; a negative axis counts from the end",
            "name every axis once"),
    INDEX_RANGE(
            6043,
            "%1$s is no index into %2$s",
            "an index has one number per dim, from 0 to below the dim",
            "pass an index inside the shape; %3$s copies all elements"),
    SLICE_RANGE(
            6055,
            "Tensor.slice: %3$s has no entries from %1$s up to %2$s along its first axis",
            "they are counted from 0 on, and the last is left out",
            "pass 0 <= begin <= end <= dimension(0) of a tensor of rank 1 or more"),
    VIEW_TOO_LARGE(
            6044,
            "%1$s has too many elements for a Java %2$s",
            "such a one holds at most 2147483647 %3$s",
            "use pointer(), which counts in 64 bits"),
    NEGATIVE_DIMENSION(
            6045,
            "%1$s: dim %2$s is %3$s",
            "dim %2$s is a parameter because no array's length gives it; a dim is 0 or more",
            "pass 0 or more for %2$s"),
    ATTRIBUTE_VALUE(6046, "%1$s: %2$s cannot be %3$s", "%4$s", "%5$s"),
    RESHAPE_COUNT(
            6047,
            "%1$s: %2$s does not fill the shape %3$s",
            "it has %4$s elements; one dim may be -1, which stands for what is left over",
            "pass dims whose product is %4$s"),
    JOINED_DIMENSION(
            6048,
            "%1$s: %2$s is %3$s but %4$s is %5$s",
            "only axis %6$s may differ",
            "pass tensors whose other dims agree"),

    INNER_DIMENSION(
            6090,
            "%1$s: %2$s has %3$s columns, but %4$s has %5$s rows",
            "a matrix product sums over the columns of its first operand and the rows of its second",
            "pass matrices whose inner dims agree, or transpose one of them"),
    TOO_FEW_DIMENSIONS(
            6091,
            "%1$s: %2$s %3$s has rank %4$s",
            "a matrix product multiplies the last %5$s dims of its operands",
            "pass a tensor of rank %5$s or more, with expandDims if need be"),
    INDEX_VALUE(6065, "%1$s: %2$s is %3$s", "%4$s names positions of %5$s elements%6$s", "%7$s"),
    EMPTY_AXIS(
            6066,
            "%1$s: the axis has no elements",
            "the result is one of the elements along the axis, so there is none for 0 elements",
            "pass a tensor with 1 or more elements along the axis, or leave the call out"),
    MATRIX_RANK(
            6067,
            "%1$s: %2$s, which is %3$s, has rank %4$s",
            "the op takes matrices of 2 axes",
            "use batchMatMul, which multiplies the matrices of the last two axes"),
    ATTENTION_SHAPES(
            6063,
            "%1$s: the query %2$s does not fit key, value and what follows: %3$s",
            "all but the scale, which is a number, are [batches, heads, rows, size]; each dim of a mask is that of the scores or 1",
            "pass tensors of four dims that agree"),
    CONVOLUTION_RANK(
            6092,
            "%1$s: %2$s %3$s has rank %4$s",
            "images are [images, channels, height, width], weights [filters, channels / groups, height, width]",
            "pass a tensor of rank 4, with expandDims if need be"),
    CONVOLUTION_CHANNELS(
            6093,
            "%1$s: the channels of %2$s %3$s and %4$s %5$s do not fit together for groups %6$s",
            "weights are [filters, channels / groups, height, width], and groups divides the filters",
            "pass weights of that shape, or change groups"),
    CONVOLUTION_REACH(
            6094,
            "%1$s: the kernel of %2$s %3$s does not fit into %4$s %5$s along axis %6$s",
            "it reaches over %7$s positions, and the padded image has %8$s",
            "pad the image, or pass a smaller kernel or dilation"),
    CONVOLUTION_ATTRIBUTE(
            6095, "%1$s: %2$s cannot be %3$s", "a convolution over height and width takes %4$s", "pass %4$s"),

    OVERLAP(
            6050,
            "%1$s: result %2$s shares memory with input %3$s",
            "the kernel reads %3$s after it has begun to write %2$s",
            "pass a result with memory of its own"),
    PARTIAL_OVERLAP(
            6051,
            "%1$s: result %2$s overlaps input %3$s in part",
            "%2$s may be the very memory of %3$s, or none of it",
            "pass the same tensor, or a result with memory of its own"),

    OUT_OF_MEMORY(
            6060,
            "no memory for %1$s bytes%2$s",
            "%3$s bytes are allocated and %4$s may be; the pool keeps %5$s of them for reuse",
            "close tensors that are no longer used, or allow more with -Dorg.bytedeco.javacpp.maxBytes=…"),
    INVALID_SETTING(6061, "%1$s cannot be %2$s", "%3$s", "%4$s"),
    UNKNOWN_SETTING(
            6064,
            "the system property %1$s is not a setting of GraphKernel",
            "its name begins as theirs do, but nothing reads it",
            "%2$s"),
    TRACE_FAILED(
            6062,
            "the trace %1$s cannot be written: %2$s",
            "graphkernel.trace or GRAPHKERNEL_TRACE asks for it; the program goes on without",
            "name a file that can be written"),

    INVALID_BUFFER(
            6070,
            "the buffer cannot be wrapped: it %1$s",
            "a wrapped buffer is read and written by native code in place",
            "pass ByteBuffer.allocateDirect(…).order(ByteOrder.nativeOrder()) or a view of it, or copy with Tensor.of"),
    INVALID_MEMORY(
            6071,
            "%1$s cannot be wrapped as %2$s: it %3$s",
            "a tensor reads and writes wrapped memory in place, from native code that checks nothing",
            "%4$s"),
    ARENA_BUFFER(
            6075,
            "the buffer cannot be wrapped: it is of an arena that can be closed",
            "closing the arena frees memory that a kernel may be reading",
            "allocate it from Arena.ofAuto() or with ByteBuffer.allocateDirect(…), or copy with Tensor.of"),
    POINTER_WITHOUT_MEMORY(
            6076,
            "the pointer cannot be wrapped as %1$s: the %2$s owns no memory that it could keep",
            "it only names an address, or is a view of a buffer, or what it owned is freed; memory that somebody else frees would be used on",
            "pass its owner with Tensor.wrap(pointer, owner, dtype, dims), wrap the buffer itself, or use the adapter of that library"),
    STRIDED_MEMORY(
            6073,
            "the memory cannot be wrapped as %1$s: its elements lie at the strides %2$s",
            "a tensor has its elements row by row without gaps, at the strides %3$s",
            "copy it with Tensor.copyOf(memory, dtype, dims, strides), or make the owner's array contiguous before"),
    STRIDE_COUNT(
            6074,
            "%1$s: there are %2$s strides for %3$s",
            "each of the %4$s dims has one stride, in elements",
            "pass as many strides as dims"),
    RELEASE_FAILED(
            6054,
            "the release of memory of the class %1$s failed: %2$s",
            "no tensor uses the memory any more, and its owner threw when it was told so",
            "look at what the owner's release() does"),
    SCOPE_MISUSE(
            6080,
            "%1$s",
            "scopes nest within one thread, and the innermost is closed first",
            "open scopes with try (TensorScope scope = TensorScope.open()) { … }"),

    MANIFEST_MISSING(
            6101,
            "the kernels of %1$s are missing: there is no %2$s next to it",
            "the annotation processor writes that file; it was not active when the class was compiled, or a jar was"
                    + " packed without it",
            "name graphkernel-processor in annotationProcessorPaths, then run mvn clean compile"),
    MANIFEST_DAMAGED(
            6102,
            "%1$s is damaged: %2$s",
            "the file is not as the annotation processor wrote it",
            "run mvn clean compile"),
    PLAN_DAMAGED(
            6170,
            "%1$s is damaged: %2$s",
            "the file is not as the annotation processor wrote it",
            "run mvn clean compile"),
    PLAN_VERSION(
            6171,
            "%1$s is of version %2$s, this runtime reads %3$s",
            "the processor and the runtime are of different versions",
            "use the same version of graphkernel-processor and graphkernel-runtime, and run mvn clean compile"),
    PLAN_MISSING(
            6172,
            "%1$s has no plan %2$s: there are %3$s",
            "the stub and the plans next to its kernels are of different builds",
            "run mvn clean compile"),
    PLATFORM_MISSING(
            6103,
            "%1$s has no kernels for %2$s",
            "it was compiled for %3$s",
            "add %2$s to -Agraphkernel.platforms and run mvn clean compile"),
    LIBRARY_MISSING(
            6104,
            "the kernel library %1$s is missing",
            "%2$s names it, but it is not next to it",
            "run mvn clean compile"),
    LIBRARY_DAMAGED(
            6105,
            "the library %1$s is damaged",
            "its content has the hash %2$s where %3$s is recorded",
            "run mvn clean compile"),
    DIRECTORY_UNUSABLE(
            6106,
            "the directory %1$s cannot hold native libraries: %2$s",
            "libraries are unpacked there before they are loaded",
            "make it writable and see that the disk has space, or name a directory of your own with"
                    + " -Dgraphkernel.native.dir=…"),
    DIRECTORY_UNSAFE(
            6140,
            "native libraries are not loaded from %1$s: %2$s",
            "another user of this machine could have put code there, which this process would run",
            "%3$s; or name a directory of your own with -Dgraphkernel.native.dir=…"),
    JAVACPP_CACHE_UNSAFE(
            6141,
            "JavaCPP unpacks its libraries in %1$s: %2$s",
            "%3$s, and another user of this machine could put code there, which this process would run",
            "%4$s; or name a directory of your own with -Dgraphkernel.native.dir=…, or JavaCPP's alone with"
                    + " -Dorg.bytedeco.javacpp.cachedir=…"),
    JAVACPP_CACHE_UNUSABLE(
            6142,
            "JavaCPP's library cannot be unpacked in %1$s: %2$s",
            "tensors and devices need it",
            "make the directory writable and see that the disk has space, or name a directory of your own with"
                    + " -Dgraphkernel.native.dir=…, or JavaCPP's alone with -Dorg.bytedeco.javacpp.cachedir=…"),
    LOAD_FAILED(
            6107,
            "the library %1$s cannot be loaded: %2$s",
            "the system's loader refused it",
            "run mvn clean compile; if the directory is mounted noexec, name another with -Dgraphkernel.native.dir=…"),
    SYMBOL_MISSING(
            6108,
            "the library %1$s has no table %2$s",
            "the library does not belong to its manifest, or lacks this instruction set",
            "run mvn clean compile"),
    ABI_MISMATCH(
            6109,
            "%1$s speaks kernel ABI %2$s, this runtime %3$s",
            "the processor and the runtime are of different versions",
            "use the same version of graphkernel-processor and graphkernel-runtime, and run mvn clean compile"),
    PROCESSOR_TOO_OLD(
            6110,
            "this processor (%1$s) cannot run the kernels of %2$s",
            "kernels need x86-64-v2 at least, as of 2009",
            "run on a newer machine"),
    FUNCTION_MISSING(6111, "%1$s has no kernel number %2$s", "it has %3$s kernels", "run mvn clean compile"),
    ANOTHER_BUILD(
            6124,
            "%1$s and its kernels are of different builds: the class is of build %2$s, %3$s is of build %4$s",
            "the class path holds the class of one build and the kernels of another, whose numbers mean other kernels",
            "run mvn clean compile, and put the classes and META-INF/graphkernel of one build on the class path"),
    TABLE_SIZE(
            6125,
            "the library %1$s has %2$s kernels in %3$s, where %4$s are called",
            "the library does not belong to its manifest",
            "run mvn clean compile"),
    SIZE_TOO_LARGE(
            6126,
            "%1$s: the size %2$s is too large for %3$s",
            "the call computes or stores so many elements, and at most %4$s can be",
            "make one of these dims smaller"),
    TARGET_MISSING(
            6114,
            "%1$s has no kernels for the device %2$s, which graphkernel.device or GRAPHKERNEL_DEVICE asks for",
            "it was compiled without this target",
            "add %2$s to -Agraphkernel.targets and run mvn clean compile, or ask for another device"),
    BRIDGE_MISSING(
            6112,
            "there is no native bridge for %1$s",
            "graphkernel-native was built for: %2$s",
            "run on one of these platforms, or build graphkernel-native for %1$s"),
    JAVACPP_MISSING(
            6113,
            "the native part of JavaCPP is missing for %1$s: %2$s",
            "the jar org.bytedeco:javacpp with the classifier %1$s is not on the class path",
            "add org.bytedeco:javacpp:%1$s to the dependencies"),
    MODULE_MISSING(
            6150,
            "the module %1$s is not among those of this process",
            "Java takes from the module path what other modules require, and none requires JavaCPP's part for one platform",
            "run java with --add-modules ALL-MODULE-PATH, and see that the jar is on the module path"),
    DEVICE_TARGET_MISSING(
            6116,
            "%1$s has no kernels for %2$s, where its tensors are",
            "it was compiled without this target",
            "add %3$s to -Agraphkernel.targets and run mvn clean compile, or move the tensors with Tensor.to(device)"),
    PROGRAM_MISSING(
            6117,
            "the program %1$s of %2$s is missing",
            "it is a resource that the build of this class makes",
            "use a complete jar of this version"),
    PROGRAM_REFUSED(
            6118,
            "%1$s cannot be compiled for %2$s: %3$s",
            "the driver's compiler refused the program (%4$s)",
            "update the driver; if that does not help, run on another device"),
    NO_LIBRARY_CALLS(
            6360,
            "%1$s computes no products of matrices, convolutions or attention",
            "only the host and devices of CUDA, OpenCL and Ascend run library calls",
            "move the tensors to another device with to, or to the host"),
    NO_F64(
            6123,
            "%1$s has no f64, which this kernel of %2$s uses",
            "double precision is optional in OpenCL",
            "compute in f32, or move the tensors to another device"),
    PROGRAM_KERNEL(
            6119,
            "the program %1$s has no kernel %2$s",
            "program and manifest are of different builds",
            "run mvn clean compile"),
    KERNEL_PARAMETERS(
            6122,
            "the kernel %1$s of %2$s takes %3$s bytes of parameters where %4$s takes %5$s",
            "every tensor, dim and number of a kernel is a parameter of 8 bytes, and the driver sets the limit",
            "compile the class with --disable_cluster_ops for ops of this kernel, or run on another device"),
    ONEDNN_MISSING(
            6115,
            "%1$s calls oneDNN, which cannot be loaded for %2$s",
            "matrix products and convolutions are calls of a library that is an optional dependency, and loading it ends"
                    + " with %3$s",
            "add org.bytedeco:%4$s to the dependencies, or run with GRAPHKERNEL_DEVICE=jvm"),

    CAPTURE_MISUSE(
            6120,
            "%1$s while launches are captured",
            "a capture records launches on a device in place of running them, so nothing has been computed yet",
            "do it before LaunchGraph.capture(…), or after its replay"),

    VENDOR_LIBRARY(
            6121,
            "the library %1$s, which the system property %2$s names, cannot be loaded: %3$s",
            "the property asks for this file, and no other one takes its place",
            "name a file that exists and is for this platform, an empty name for none, or remove the property"),

    // Debug mode. The first argument is the method, the second the kernel.
    NOT_FINITE(
            6201,
            "%1$s: kernel %2$s stored %3$s",
            "the tensors that it read were finite, so one of its ops makes it: %4$s",
            "look at these lines, in this order; --enable_debug_mode=false ends these checks"),
    LAUNCH_FAILED(
            6202,
            "%1$s: kernel %2$s failed: %3$s",
            "the launch has thrown this; the caller gets it too",
            "look at its ops in the report; --disable_cluster_ops and --opt_level=0 tell which op it is"),

    // Arrays of other frameworks. The first argument is the adapter, the second its method.
    FRAMEWORK_DTYPE(6310, "%1$s.%2$s does not take %3$s", "both sides have %4$s", "convert it before to one of these"),
    FRAMEWORK_DEVICE(6311, "%1$s.%2$s: the array is on %3$s", "what is shared is memory of the host", "%4$s"),
    FRAMEWORK_LAYOUT(
            6312,
            "%1$s.wrap: the array of shape %2$s %3$s",
            "a tensor that shares memory has its elements one after another, row by row",
            "copy it with %1$s.copy(x)%4$s"),
    FRAMEWORK_KIND(6313, "%1$s.%2$s does not take %3$s", "%4$s", "%5$s"),
    FRAMEWORK_CLOSED(
            6314,
            "%1$s.%2$s: the array is closed",
            "its memory is the framework's again",
            "call it before the array, or the scope or manager that it belongs to, is closed"),

    // Gradients.
    LOSS_INDEPENDENT(
            6330,
            "the loss does not depend on %1$s",
            "no op of the lambda leads from it to the loss; what was computed before the lambda, on another thread"
                    + " or from elements that were read into Java is a constant",
            "compute the loss from it by Ops inside the lambda, or remove it from the parameters"),
    UPDATE_IN_LOSS(
            6331,
            "%1$s updates a tensor in place inside a loss",
            "a gradient is that of values, which an update would change while the loss is computed",
            "update after the gradient is taken, outside of the lambda or after the tape is closed"),
    NO_GRADIENT_OF_DTYPE(
            6332,
            "%1$s has no gradient: it is %2$s",
            "a gradient is taken with respect to tensors of floats",
            "pass float tensors, or arrays or records that have nothing else"),
    LOSS_NOT_A_NUMBER(
            6333,
            "the loss has no gradient: it is %1$s",
            "a gradient is the derivative of one float",
            "reduce it to one element, for example by reduceSum or reduceMean over all axes"),
    NO_GRADIENT(
            6334,
            "%1$s has no gradient",
            "%2$s",
            "compute the loss by other ops, or keep it out of the gradient with stopGradient"),
    RECORD_INACCESSIBLE(
            6335,
            "the record %1$s cannot be read, or made anew",
            "its module does not let reflection in",
            "open its package to io.graphkernel.runtime, or pass its tensors one by one"),
    NO_PARAMETER_OF_LOSS(
            6336,
            "a gradient is asked for with respect to no tensor",
            "the list of parameters is empty",
            "name the tensors, or records of tensors, after the lambda"),
    NOT_RECORDED(
            6337,
            "%1$s takes tensor %2$s, which is %3$s, inside a loss that is differentiated by it or by what it depends on",
            "the gradient would lack the part of this call. Copies into other tensors are not recorded. A kernel of a generated"
                    + " class is, if it has gradient = true, the call makes its results, and the parameter has no @NoGradient",
            "compile the kernel with gradient = true and take its result; call the @GraphKernel method itself, which runs op by"
                    + " op; take the gradient inside a @GraphKernel method; or pass stopGradient of the tensor to make it a"
                    + " constant"),
    WRITTEN_IN_LOSS(
            6338,
            "a tensor %1$s that a loss depends on was written before the gradient was taken",
            "its gradient is that of the values that its ops read, and these are gone",
            "write the tensor before the loss is computed, or after the gradient is taken"),
    OWN_GRADIENT(
            6339,
            "%1$s has a gradient of its own, %2$s, which a loss that runs as plain Java does not see",
            "a plain call is seen op by op, and where the kernel begins and ends is not",
            "compile %1$s with gradient = true and call it through the generated class, which knows its gradient; or take"
                    + " this gradient in a @GraphKernel method, and call that of the generated class"),
    NOT_ON_TAPE(
            6410,
            "%1$s, which is %2$s, is not recorded by the tape",
            "a tape records the tensors that it is opened with, and what is computed from them while it is open",
            "name the tensor in Tape.open"),
    TAPE_CLOSED(
            6411,
            "the tape is closed",
            "what it has recorded is given up when it is closed",
            "take all gradients before, inside try (Tape tape = Tape.open(…))"),
    TAPE_OF_THREAD(
            6412,
            "the tape belongs to the thread %1$s",
            "a tape records on the thread that opens it, and nobody else may end that",
            "take gradients and close the tape on its thread"),
    TAPE_IN_TAPE(
            6413,
            "a tape is opened while this thread records already",
            "a thread has one tape, and losses of valueAndGradient have theirs",
            "close the other tape before, or take the inner gradient with gradient(() -> …, parameter)"),
    TAPE_IN_LOSS(
            6417,
            "a gradient of a tape is asked for inside a loss that is being differentiated",
            "what a tape gives is not recorded, so the loss would take it for a constant",
            "take the inner gradient with gradient(() -> …, parameter), or the tape's before the loss if it is a constant"),

    // Gradients in frameworks.
    NO_SECOND_DERIVATIVE(
            6414,
            "a backward pass through a kernel is asked for its own graph",
            "PyTorch does not see what the gradient of a kernel computes, so there is no second derivative",
            "call backward without create_graph, or compute this part by ops of PyTorch"),
    SAVED_MODIFIED_BY_PYTORCH(
            6415,
            "a tensor %1$s that a kernel has saved for its gradient was modified by PyTorch since",
            "saved values are not copied, so the gradient would be that of other values",
            "modify it after the backward pass, or hand a copy, x.clone(), to the kernel"),
    INPUT_WITHOUT_GRADIENT(
            6416,
            "%1$s: an input %2$s that gets a gradient is none of the tensors that the kernel differentiates by",
            "a gradient goes to what in.of has given, and the kernel got another tensor, computed from it, has no gradient by"
                    + " this parameter, or wrote its results into given tensors",
            "pass it unchanged, by the overload that gives new results, and reshape before in.of; if it needs no gradient, pass"
                    + " %3$s"),

    // Collectives.
    COMMUNICATOR_MISSING(
            6301,
            "%1$s: no communicator of the group %2$s is bound to this thread",
            "its collective ops combine tensors of all ranks of a group, which is given at the call",
            "call it inside try (var bound = communicator.bind()); Communicator.single() is a group of one rank"),
    BINDING_MISUSE(
            6302,
            "a communicator of the group %1$s is unbound that is not the one bound to this thread",
            "bindings belong to their thread and end in the opposite order of their beginnings",
            "close what bind() gives by try-with-resources"),
    RANK_FAILED(
            6303,
            "rank %1$s of the group %2$s has failed: %3$s",
            "a collective is complete only when all ranks take part, so the group goes no further",
            "look at what made this rank fail, then make a new group"),
    RANK_CLOSED(
            6304,
            "rank %1$s of the group %2$s is closed",
            "a collective is complete only when all ranks take part, so the group goes no further",
            "close a communicator after its last collective, or make a new group"),
    RANK_MISSING(
            6305,
            "rank %1$s of the group %2$s has waited %3$s ms for the ranks %4$s, in %5$s",
            "a collective is complete only when all ranks take part",
            "call the same collectives in the same order on every rank, or make the group with a longer timeout"),
    COLLECTIVE_MISMATCH(
            6306,
            "rank %1$s of the group %2$s asks for %3$s where rank %4$s asks for %5$s",
            "all ranks call the same collectives in the same order, each with as many elements of one dtype",
            "call the same methods on every rank with tensors of the same dims"),
    NO_SUCH_RANK(
            6307,
            "%1$s: the group %2$s has no rank %3$s",
            "it has %4$s ranks, which are numbered from 0 on",
            "name one of them, or bind a communicator of a larger group"),

    MPI_MISSING(
            6343,
            "MPI cannot be used: %1$s",
            "ranks in processes send their messages through the MPI library of the system",
            "install one, such as the packages openmpi-bin or mpich, or name its library with"
                    + " -Dgraphkernel.mpi.library=/path/to/libmpi.so"),
    MPI_THREADS(
            6344,
            "%1$s does not let all threads call it: its level is %2$s and not MPI_THREAD_MULTIPLE",
            "a rank may use several groups, each in a thread of its own",
            "use a library that is built with threads, and if the program begins MPI itself, let it ask for"
                    + " MPI_THREAD_MULTIPLE"),
    MPI_LAUNCHER(
            6345,
            "this process was started as one of %1$s (%2$s), but %3$s sees %4$s",
            "the mpirun of one MPI does not know the library of another, and each process would be a group of its own",
            "start the job with the mpirun of that library, or name the library of this mpirun with"
                    + " -Dgraphkernel.mpi.library; with Slurm choose srun --mpi=pmix or --mpi=pmi2, as the library needs"),
    MPI_ERROR(
            6346,
            "%1$s of %2$s failed with %3$s (%4$s)",
            "the engine could not move the bytes of a collective",
            "look for what the engine itself has printed, and start the job again"),
    MPI_START(
            6347,
            "%1$s has not begun within %2$s ms",
            "it begins when all processes of the job are there",
            "look at what keeps the others, or give Communicator.mpi a longer timeout"),
    MPI_GROUPS(
            6348,
            "this process has made %1$s groups of MPI ranks, and there can be no more",
            "each group has message tags of its own",
            "keep a group and use it again"),
    MPI_ABORTED(
            6350,
            "rank %1$s ends the whole job: the ranks %3$s have not heard that the group %2$s has failed",
            "they come neither to a collective nor to their end",
            "look at what they wait for; Communicator.mpi takes the time that a rank may be late"),
    UNEQUAL_PARTS(
            6349,
            "%1$s of %2$s elements cannot be cut into parts for the %3$s ranks of the group %4$s",
            "each rank gets as many elements as the others",
            "pad the tensor, so that its first dim is a multiple of the number of ranks"),
    RANK_PARTS(
            6352,
            "%1$s: %2$s has no parts for %3$s ranks along its first axis",
            "each rank gives or gets as many rows as the others",
            "pad the tensor, so that its first dim is a multiple of the number of ranks, which is 1 or more"),
    RANKS_DIFFER(
            6351,
            "%1$s: %2$s is written for %3$s ranks, and the group %4$s has %5$s",
            "dims of the result follow from the number of ranks, which the op names",
            "bind a communicator of as many ranks, or compile the method for as many as the group has"),
    RANK_LIBRARY_MISSING(
            6355,
            "%1$s cannot be used: %2$s",
            "tensors of devices are gathered, combined and sent by the library of the vendor",
            "install it, NCCL in version 2.23 or later, or name its file with -D%3$s=/path/to/it"),
    RANK_LIBRARY_ERROR(
            6356,
            "%1$s of %2$s failed with %3$s",
            "the library refuses the ranks or what they ask for; two ranks on one device are refused",
            "give each rank a device of its own, and look for what the library itself prints, such as with NCCL_DEBUG=INFO"),
    RANK_LIBRARY_FAILED(
            6357,
            "rank %1$s of the group %2$s: %3$s has failed since with %4$s",
            "another rank has ended, or the connection to it; what was under way has no results",
            "look at the other ranks, then make a new group"),
    RANK_LIBRARY_LATE(
            6358,
            "rank %1$s of the group %2$s has waited %3$s ms for %4$s, to which it has given collectives of %5$s",
            "a collective is complete only when all ranks take part",
            "call the same collectives in the same order on every rank, or make the group with a longer timeout"),
    NO_RANK_LIBRARY(
            6359,
            "there is no library of collectives for memory of %1$s",
            "CUDA devices have NCCL, Ascend devices HCCL",
            "use the communicator of the host, which copies tensors of other devices there and back"),
    GLOO_FAILED(
            6361,
            "rank %1$s of the group %2$s: Gloo has failed: %3$s",
            "a rank has ended or is late, its host cannot be reached, or PyTorch's libraries are missing",
            "look at the other ranks, then make a new group; org.bytedeco:pytorch with the classifier of the platform has the"
                    + " libraries"),
    LISTENER_MISUSE(
            6354,
            "a completion listener is unbound that is not the one bound to this thread",
            "bindings belong to their thread and end in the opposite order of their beginnings",
            "close what bind() gives by try-with-resources"),
    NO_PARTS_OF_GROUP(
            6353,
            "%1$s makes no groups of some ranks of the group %2$s, such as %3$s",
            "the engine does not implement Communicator.split",
            "use Communicator.threads or Communicator.mpi, or make the group by other means of the engine"),

    CONSTANTS_MISSING(
            6340,
            "the constants of %1$s are not in its jar",
            "%2$s lists the file, and it is not next to the class file",
            "run mvn clean compile, and look at what repackages the jar"),
    CONSTANTS_DAMAGED(
            6341,
            "the constants of %1$s are damaged: %2$s",
            "the file next to the class file is not as the annotation processor wrote it",
            "run mvn clean compile, and look at what repackages the jar"),
    CONSTANTS_IN_CAPTURE(
            6342,
            "the constants of %1$s are not on %2$s yet",
            "they are copied there by the first call, and a capture takes launches alone",
            "call the kernel there once before the capture begins"),

    LENGTH_DIFFERS(
            6390,
            "%1$s: %2$s has length %3$s",
            "its length is declared as %4$s, and a kernel has a fixed list of operands",
            "pass a list or array of length %4$s, or compile the kernel with another @Length"),

    SAVED_RELEASED(
            6320,
            "%1$s: the values that %2$s saved are released",
            "they were closed, by themselves or with the result of that call",
            "close them after the last gradient call; before, any number of gradient calls may read them"),
    SAVED_MODIFIED(
            6321,
            "%1$s: tensor %3$s, which %2$s saved, was modified since",
            "saved values are not copied, so the gradient would be that of other values",
            "call %1$s before the tensor is written, or save a copy: pass tensor.to(tensor.device()) to %2$s"),
    NO_COTANGENT(
            6322,
            "%1$s: every cotangent is null",
            "a cotangent that is null counts as zero, and of zeros alone every gradient is zero",
            "pass the cotangent of one result at least"),
    SAVED_NOTHING(
            6450,
            "%1$s: nothing is saved to read",
            "no call of %2$s has filled the saved values, or the last one failed while it did",
            "call %2$s with them first"),
    SAVED_OVERWRITTEN(
            6451,
            "%1$s: result %2$s shares memory with %3$s, which is saved",
            "the gradient call reads %3$s as it was before the result",
            "pass a result with memory of its own"),

    // Training. Of checkpoints the first argument is the file.
    NOT_A_PARAMETER(
            6460,
            "%1$s: %2$s is of class %3$s",
            "a model is a record of tensors and numbers, of such records, and of lists or arrays of them",
            "keep it out of the record"),
    CHECKPOINT_UNREADABLE(
            6461,
            "the checkpoint %1$s cannot be read: %2$s",
            "the file system has refused it",
            "see that the file is there, and that you may read it"),
    CHECKPOINT_UNWRITABLE(
            6462,
            "the checkpoint %1$s cannot be written: %2$s",
            "the file system has refused it; the file is as it was before, or, if it refused the last step, the new one",
            "see that the directory is there, that you may write to it, and that the disk has space"),
    CHECKPOINT_DAMAGED(
            6463,
            "%1$s is no complete safetensors file: %2$s",
            "it was cut off or changed, or is of another format",
            "take it anew from where it came from, or an earlier checkpoint"),
    CHECKPOINT_LACKS(
            6464,
            "%1$s has no tensor %2$s",
            "it has %3$s",
            "read the checkpoint of this model, or map the paths of the model to the names of the file"),
    CHECKPOINT_SURPLUS(
            6465,
            "%1$s has a tensor %2$s that the model does not have",
            "the model would be another than the one that was written, and nobody would know",
            "read the checkpoint of this model; or name what to read of it, with a function from paths to names"),
    CHECKPOINT_DIFFERS(
            6466,
            "%1$s: tensor %2$s is %3$s, and %4$s of the model is %5$s",
            "elements are copied as they are",
            "make the model with the dims and dtypes of the file, or take the tensor from the checkpoint and cast it"),
    CHECKPOINT_DTYPE(
            6467,
            "%1$s: tensor %2$s is of dtype %3$s",
            "there are tensors of %4$s",
            "convert it where the file is made"),
    CHECKPOINT_NAME(
            6468, "%1$s: %2$s cannot have the name %3$s", "that name is taken: %4$s are there", "name it otherwise"),
    NO_FANS(
            6469,
            "%1$s is not defined for dims %2$s",
            "it is for weights [in, out] of products, and [out, in, height, width] of convolutions",
            "use normal or uniform, with a deviation or bounds of your own"),
    NO_DIFFERENCE_OF_DTYPE(
            6470,
            "%1$s is of dtype %2$s, which gradients cannot be checked in",
            "central differences need the digits of f32 or f64",
            "check the loss in f64"),
    STRUCTURES_DIFFER(
            6471,
            "%1$s: %2$s is in the %3$s value and not in the %4$s",
            "the tensors of the values are taken together, each with those of the same path",
            "pass values of the same record, with lists of the same length, such as those that Parameters.map makes"),
    SUM_OF_NOTHING(
            6472,
            "%1$s: the value has no tensor",
            "the sum has the dtype and the dims of what the function gives for the tensors",
            "pass a tensor, or a record or list that has one"),
    WEIGHT_MISSING(
            6480,
            "there is no weight '%1$s' among the %2$s that are given",
            "a record of weights has all that the model names",
            "pass the weights by the names of the model, as named() of the record gives them"),
    NPY_DAMAGED(
            6481,
            "%1$s cannot be read as a .npy file: %2$s",
            "NumPy's format is a header with dtype and shape, and the elements row by row",
            "write it with numpy.save, as float32, float64, float16, int64, int32, int8, uint8 or bool"),
    MODEL_ARGUMENT(6482, "%1$s", "%2$s", "%3$s"),
    CHECKPOINT_CHANGED(
            6520,
            "%1$s: the elements of tensor %2$s are not those that were written",
            "they have another checksum than the metadata %3$s say",
            "take an earlier checkpoint; if they were changed on purpose, leave %3$s out of the metadata"),
    CHECKPOINT_NULL(
            6521,
            "%1$s: %2$s %3$s is null",
            "the file would be one that cannot be read",
            "leave it out, or give it a value"),
    SCHEDULE_RANGE(
            6522,
            "%1$s: %2$s is %3$s",
            "steps are counted from 0, and a schedule has one at least",
            "pass %4$s or more"),
    NO_CAPTURE(
            6700,
            "launches on %1$s cannot be captured",
            "%2$s",
            "install a newer CANN, whose AscendCL has what is missing, or call the kernels without LaunchGraph there"),
    TOOLKIT_REFUSED(
            6701,
            "%1$s cannot be compiled for %2$s: %3$s",
            "the runtime compiler of the CANN toolkit refused the program, or lacks files of the toolkit (%4$s)",
            "install CANN 8.3 or later with its toolkit, and source its set_env.sh before the program starts; for the 950 install CANN 9.1 or later"),
    KNOWN_ANSWER(
            6702,
            "%1$s cannot be used: element %2$s of its self-test is %3$s where %4$s is right",
            "the toolkit, the driver and the firmware do not fit together, or the device is broken",
            "install a driver and firmware that fit the toolkit, or name another device with GRAPHKERNEL_DEVICE"),
    KNOWN_ANSWER_MEMORY(
            6703,
            "no memory of %1$s bytes for the self-test of %2$s",
            "before its first kernel a device runs one whose results are known",
            "close tensors that are not needed, or end other programs that use the device"),
    ACLNN_FUNCTION(
            6704,
            "there is no function %1$s for %2$s: %3$s",
            "CANN's library of whole ops computes products, convolutions and attention there, and this installation lacks it or"
                    + " a part of it",
            "install the ops package of CANN that fits the device and the toolkit, and source its set_env.sh before the program"
                    + " starts"),
    ACLNN_ATTENTION(
            6705,
            "%1$s: attention of %2$s heads of size %3$s does not run on %4$s",
            "the flash attention of aclnn takes %5$s heads of size %6$s at most",
            "split the heads, or write the attention with matrix products and softmax"),
    NO_COMPILER(
            6710,
            "%1$s cannot be compiled for %2$s: there is no compiler",
            "%3$s, there is no bisheng on the path or in a toolkit that ASCEND_HOME_PATH names, and the jar has no binary for"
                    + " NPU_ARCH %4$s",
            "install CANN 8.1 or later with its toolkit, for the 950 9.1 or later, and source its set_env.sh before the program"
                    + " starts; or compile the class with -Agraphkernel.binaries=%4$s on a machine that has the toolkit"),
    BISHENG_REFUSED(
            6711,
            "%1$s cannot be compiled for %2$s: %3$s",
            "%4$s, the compiler of the CANN toolkit, refused the program or does not run",
            "install a toolkit that fits the device, with all its files, and source its set_env.sh before the program starts"),
    TARGET_LEFT_OUT(
            6712,
            "%1$s has no kernels for %2$s, where its tensors are",
            "%3$s",
            "write the method without this op, or move the tensors with Tensor.to(device)");

    private final int number;
    private final String what;
    private final String because;
    private final String fix;

    RuntimeProblem(int number, String what, String because, String fix) {
        this.number = number;
        this.what = what;
        this.because = because;
        this.fix = fix;
    }

    /** The id, as in {@code GK-6001}. */
    public String id() {
        return "GK-" + number;
    }

    /** The three lines of the message, with the arguments filled in. */
    public String message(Object... arguments) {
        return String.format(
                Locale.ROOT, "[" + id() + "] " + what + "\nbecause: " + because + "\nfix: " + fix, arguments);
    }
}
