package io.graphkernel.runtime.exception;

import io.graphkernel.common.names.MessageText;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the runtime. Each has an id, a stable title, the specific problem, its cause and its fix;
 * {@code %n$s} stands for the n-th argument of {@link #message}.
 */
public enum RuntimeProblem {
    NULL_ARGUMENT(
            6001,
            "argument is null",
            "%1$s: %2$s",
            "every parameter requires a value",
            "pass a value; a tensor must be open"),
    CLOSED_ARGUMENT(
            6002,
            "tensor argument is closed",
            "%1$s: %2$s",
            "its memory returned to the pool when the tensor, or the scope that created it, was closed",
            "close it after its last use, or pass it to keep(tensor) of its TensorScope before the scope is closed"),
    CLOSED_TENSOR(
            6003,
            "tensor is closed",
            "%1$s",
            "its memory returned to the pool when the tensor, or the scope that created it, was closed",
            "close it after its last use, or pass it to keep(tensor) of its TensorScope before the scope is closed"),
    CLOSED_OWNER(
            6004,
            "wrapped pointer is closed",
            "%1$s",
            "the owner of the wrapped pointer has released its memory",
            "keep the wrapped pointer open while the tensor is in use"),

    VARIANT_UNKNOWN(
            6005,
            "no compiled variant for a value",
            "%1$s: %2$s is %3$s",
            "the kernel is compiled for the values %4$s",
            "pass one of these values, or list it with @Variants at the parameter and compile the kernel again"),

    READ_ONLY(
            6072,
            "tensor is read-only",
            "%1$s: %2$s %3$s",
            "it wraps read-only memory",
            "pass a tensor over writable memory, such as a new one"),

    DTYPE_MISMATCH(
            6010,
            "dtype mismatch",
            "%1$s: %2$s is %3$s but must be %4$s",
            "the kernel was compiled for %4$s here",
            "pass a tensor of %4$s, convert it with Ops.cast, or change the declaration: in Java, @TensorType declares "
                    + "the dtypes of parameters, and the dtypes of results follow from them"),
    DTYPE_UNSUPPORTED(
            6011,
            "unsupported dtype",
            "%1$s does not support %2$s",
            "it is defined for %3$s",
            "convert the tensor first with Ops.cast(tensor, dtype)"),
    OPERAND_DTYPES(
            6012,
            "operands have different dtypes",
            "%1$s: %2$s is %3$s but %4$s is %5$s",
            "all operands of an op must have the same dtype; dtypes are not converted implicitly",
            "convert one of them with Ops.cast(…), or declare @GraphKernel(promote = …) on the kernel method that calls"
                    + " the op"),
    NUMBER_RANGE(
            6013,
            "number is out of range for the dtype",
            "%1$s: %2$s is %3$s, which %4$s cannot represent",
            "a number is converted to the dtype of the tensor operand, and integers must be represented exactly",
            "pass a number that %4$s can represent, or convert the tensor with Ops.cast(…)"),

    DEVICE_MISMATCH(
            6020,
            "tensors are on different devices",
            "%1$s: %2$s is on %3$s but %4$s is on %5$s",
            "a kernel accesses the memory of one device",
            "move one of them with Tensor.to(device) before the call"),
    DEVICE_NAME(
            6021,
            "unknown device name",
            "%1$s",
            "valid device names are %2$s",
            "pass one of these names; Device.available() lists the available devices"),
    DEVICE_UNAVAILABLE(
            6022,
            "device is not available",
            "%1$s: %2$s",
            "%3$s requires this device, without a fallback to another one",
            "select another device; Device.available() lists the available devices, and why others are unavailable"),
    HOST_ONLY(
            6023,
            "tensor is not in host memory",
            "%1$s: %2$s is on %3$s",
            "host views and pointers can access only host memory",
            "copy it with to(Device.cpu()), copyTo(…) or toFloatArray()"),
    DEVICE_ERROR(
            6024,
            "device driver call failed",
            "%1$s failed on %2$s with %3$s (%4$s)",
            "the driver reported an error",
            "look up the error in the documentation of the driver; Device.available() reports the version of the "
                    + "driver"),
    DEVICE_LOST(
            6025,
            "device is lost",
            "%1$s: %2$s failed with %3$s (%4$s)",
            "after such an error the driver cannot run anything in this process, and the contents of its tensors "
                    + "are lost",
            "restart the process"),
    DEVICE_MEMORY(
            6026,
            "device out of memory",
            "cannot allocate %1$s bytes (a block of %2$s) on %3$s",
            "tensors use %4$s bytes and %5$s bytes are cached for reuse, of %6$s bytes on the device",
            "close tensors that are no longer needed, or create them inside a TensorScope"),
    STAGING_MEMORY(
            6027,
            "cannot allocate pinned host memory",
            "%1$s bytes for copies to and from %2$s",
            "copies are staged in pinned host memory that the driver allocates",
            "close host tensors or streams that are no longer needed"),
    CLOSED_STREAM(
            6028,
            "stream is closed",
            "%1$s",
            "work cannot be enqueued on a closed stream",
            "close it after its last use, or leave the block of Stream.use() first"),
    CLOSED_HANDLE(6029, "handle is closed", "%1$s", "it has released its resources", "close it after its last use"),

    RANK_MISMATCH(
            6030,
            "tensor has the wrong rank",
            "%1$s: %2$s is %3$s, which has rank %4$s, but must have rank %5$s",
            "the kernel was compiled for rank %5$s here",
            "reshape the tensor, or change the declaration: in Java, @TensorType declares the dims of parameters"),
    TOO_FEW_AXES(
            6081,
            "tensor has too few axes",
            "%1$s: %2$s is %3$s, which has rank %4$s, but must have rank %5$s or more",
            "the @TensorType of %2$s declares %5$s axes after the dots",
            "reshape the tensor, or change the @TensorType of %2$s"),
    LEADING_DIMS_DIFFER(
            6082,
            "batch dims differ",
            "%1$s: %2$s is %3$s, so its batch dims are %4$s, but %5$s is %6$s",
            "%5$s is bound by %7$s",
            "pass tensors with equal batch dims, or give the dots different names in @TensorType"),
    DIMENSION_MISMATCH(
            6031,
            "dim size mismatch",
            "%1$s: %2$s is %3$s, so its dim %4$s is %5$s, but %6$s is %7$s",
            "%6$s is bound by %8$s",
            "change dim %4$s of %2$s to %7$s, or pass another size of %6$s in %8$s"),
    DIMENSION_NO_MULTIPLE(
            6052,
            "dim is not a multiple of the declared factor",
            "%1$s: %2$s is %3$s, so its dim %4$s is %5$s, which is not a multiple of %6$s",
            "this dim is declared as %7$s",
            "pass a tensor whose dim %4$s is a multiple of %6$s"),
    FIXED_DIMENSION_MISMATCH(
            6032,
            "dim does not have the declared size",
            "%1$s: %2$s is %3$s, so its dim %4$s is %5$s, but must be %6$s",
            "this dim is declared as a number, not by a name",
            "pass a tensor of that size, or declare a name instead: in Java, @TensorType declares the dims of "
                    + "parameters"),
    BROADCAST_MISMATCH(
            6033,
            "operands cannot be broadcast",
            "%1$s: %2$s is %3$s and %4$s is %5$s",
            "aligned at the last dim, %6$s does not match %7$s, and neither is 1",
            "make these dims equal, or one of them 1"),
    RESULT_SHAPE(
            6034,
            "result has the wrong shape",
            "%1$s: %2$s is %3$s but must be %4$s",
            "that is the shape inferred from the inputs",
            "%5$s"),
    ARRAY_LENGTH(
            6035,
            "array has the wrong length",
            "%1$s: %2$s has length %3$s but must have %4$s",
            "its length is the product of its dims",
            "pass an array of length %4$s"),
    ARRAY_QUOTIENT(
            6036,
            "array length is not a multiple of the other dims",
            "%1$s: %2$s has length %3$s, which is not divisible by %5$s to infer %4$s",
            "%4$s is the length divided by %5$s, the product of the other dims%6$s",
            "pass an array whose length is a multiple of %5$s%7$s"),
    SIZE_CONDITION(6049, "size constraint is violated", "%1$s: %2$s is %3$s but must be %4$s", "%5$s", "%6$s"),
    DATA_LENGTH(
            6037,
            "number of elements does not match the shape",
            "%1$s elements for the shape %2$s",
            "the shape has %3$s elements",
            "pass dims whose product is the number of elements"),
    INVALID_SHAPE(
            6038,
            "invalid shape",
            "%1$s",
            "a shape has at most 8 dims, and none is negative",
            "pass 0 to 8 dims that are 0 or more"),
    SHAPE_TOO_LARGE(
            6039,
            "tensor is too large",
            "the bytes of %1$s%2$s exceed a signed 64-bit integer",
            "sizes are counted in signed 64-bit integers",
            "make one of the dims smaller"),
    SHAPE_DIFFERENCE(
            6040,
            "shapes differ",
            "%1$s: %2$s is %3$s and %4$s is %5$s",
            "the data is copied element by element, without broadcasting",
            "pass two tensors of the same shape"),
    AXIS_RANGE(
            6041,
            "axis is out of range",
            "%1$s: axis %2$s of %3$s",
            "the tensor has rank %4$s; a negative axis counts from the end",
            "%5$s"),
    AXIS_REPEATED(
            6042,
            "duplicate axis",
            "%1$s: axis %2$s of %3$s",
            "a list of axes can have an axis only once; a negative axis counts from the end",
            "specify each axis once"),
    INDEX_RANGE(
            6043,
            "index is out of bounds",
            "%1$s for %2$s",
            "an index has one number per dim, from 0 to less than the dim",
            "pass an index inside the shape; %3$s copies all elements"),
    SLICE_RANGE(
            6055,
            "slice is out of bounds",
            "Tensor.slice: %1$s to %2$s of %3$s along its first axis",
            "indices start at 0, and the end index is exclusive",
            "pass 0 <= begin <= end <= dimension(0) of a tensor of rank 1 or more"),
    VIEW_TOO_LARGE(
            6044,
            "tensor is too large for a Java array or buffer",
            "%1$s does not fit into a Java %2$s",
            "a Java %2$s holds at most 2147483647 %3$s",
            "use pointer(), which has 64-bit indices"),
    NEGATIVE_DIMENSION(
            6045,
            "negative dim",
            "%1$s: %2$s is %3$s",
            "dim %2$s is a parameter because it cannot be inferred from the length of an array; a dim is 0 or more",
            "pass 0 or more for %2$s"),
    ATTRIBUTE_VALUE(6046, "invalid argument of an op", "%1$s: %2$s cannot be %3$s", "%4$s", "%5$s"),
    JOINED_DIMENSION(
            6048,
            "shapes differ outside the concatenation axis",
            "%1$s: %2$s is %3$s but %4$s is %5$s",
            "only axis %6$s may differ",
            "pass tensors whose other dims are equal"),

    INNER_DIMENSION(
            6090,
            "matmul inner dims differ",
            "%1$s: %2$s has %3$s columns, but %4$s has %5$s rows",
            "a matmul sums over the columns of its first operand and the rows of its second",
            "pass matrices with equal inner dims, or transpose one of them"),
    TOO_FEW_DIMENSIONS(
            6091,
            "matmul operand has too few dims",
            "%1$s: %2$s %3$s has rank %4$s",
            "a matmul multiplies the last %5$s dims of its operands",
            "pass a tensor of rank %5$s or more, if necessary with expandDims"),
    INDEX_VALUE(
            6065,
            "index value is out of range",
            "%1$s: %2$s is %3$s",
            "%4$s contains indices into %5$s elements%6$s",
            "%7$s"),
    EMPTY_AXIS(
            6066,
            "reduction over an empty axis",
            "%1$s: the axis has no elements",
            "the result is one of the elements along the axis, which is undefined for 0 elements",
            "pass a tensor with at least one element along the axis, or skip the call"),
    MATRIX_RANK(
            6067,
            "operand must be a matrix",
            "%1$s: %2$s, which is %3$s, has rank %4$s",
            "the op accepts matrices with 2 axes",
            "use batchMatMul, which multiplies the matrices of the last two axes"),
    ATTENTION_SHAPES(
            6063,
            "attention operands have incompatible shapes",
            "%1$s: query %2$s does not match the other operands: %3$s",
            "all operands except the scale, which is a number, are [batch, heads, sequence, head size]; each dim "
                    + "of a mask equals the dim of the scores or is 1",
            "pass 4-d tensors with matching dims"),
    CONVOLUTION_RANK(
            6092,
            "convolution operand must be 4-d",
            "%1$s: %2$s %3$s has rank %4$s",
            "the input is [batch, channels, height, width], weights are [out channels, in channels / groups, "
                    + "height, width]",
            "pass a tensor of rank 4, if necessary with expandDims"),
    CONVOLUTION_CHANNELS(
            6093,
            "convolution channels and groups do not match",
            "%1$s: %2$s %3$s and %4$s %5$s with groups %6$s",
            "weights are [out channels, in channels / groups, height, width], and groups divides the out channels",
            "pass weights of that shape, or change groups"),
    CONVOLUTION_REACH(
            6094,
            "convolution kernel is larger than the padded input",
            "%1$s: %2$s %3$s and %4$s %5$s along axis %6$s",
            "the dilated kernel spans %7$s positions, and the padded input has %8$s",
            "pad the input, or pass a smaller kernel or dilation"),
    CONVOLUTION_ATTRIBUTE(
            6095,
            "invalid argument of a convolution",
            "%1$s: %2$s cannot be %3$s",
            "a 2-d convolution requires %4$s",
            "pass %4$s"),

    OVERLAP(
            6050,
            "result shares memory with an input",
            "%1$s: result %2$s and input %3$s",
            "the kernel reads %3$s after it has started to write %2$s",
            "pass a result with its own memory"),
    PARTIAL_OVERLAP(
            6051,
            "result partially overlaps an input",
            "%1$s: result %2$s and input %3$s",
            "%2$s may use exactly the memory of %3$s, or none of it",
            "pass the same tensor, or a result with its own memory"),

    OUT_OF_MEMORY(
            6060,
            "out of native memory",
            "cannot allocate %1$s bytes%2$s",
            "%3$s bytes are allocated of a limit of %4$s; the pool caches %5$s of them for reuse",
            "close tensors that are no longer used, or raise the limit with -Dorg.bytedeco.javacpp.maxBytes=..."),
    PHYSICAL_MEMORY(
            6083,
            "physical memory limit exceeded",
            "cannot allocate %1$s bytes%2$s",
            "the process uses %3$s bytes of physical memory, including the Java heap, of a limit of %4$s; %5$s "
                    + "bytes of them are allocated off-heap",
            "close tensors that are no longer used, or raise the limit with "
                    + "-Dorg.bytedeco.javacpp.maxPhysicalBytes=...; 0 means no limit"),
    INVALID_SETTING(6061, "invalid setting", "%1$s cannot be %2$s", "%3$s", "%4$s"),
    UNKNOWN_SETTING(
            6064,
            "unknown system property",
            "%1$s",
            "the name has the prefix of GraphKernel settings, but no such setting exists",
            "%2$s"),
    TRACE_FAILED(
            6062,
            "trace file cannot be written",
            "%1$s: %2$s",
            "graphkernel.trace or GRAPHKERNEL_TRACE names it; the program continues without a trace",
            "%3$s"),

    INVALID_BUFFER(
            6070,
            "buffer cannot be wrapped",
            "it %1$s",
            "native code accesses a wrapped buffer in place",
            "pass ByteBuffer.allocateDirect(…).order(ByteOrder.nativeOrder()) or a view of it, or copy with Tensor.of"),
    INVALID_MEMORY(
            6071,
            "memory cannot be wrapped",
            "%1$s as %2$s: it %3$s",
            "native code accesses wrapped memory in place, without bounds checks",
            "%4$s"),
    ARENA_BUFFER(
            6075,
            "buffer of a closeable arena cannot be wrapped",
            "",
            "closing the arena frees memory that a kernel may be reading",
            "allocate it from Arena.ofAuto() or with ByteBuffer.allocateDirect(…), or copy with Tensor.of"),
    POINTER_WITHOUT_MEMORY(
            6076,
            "pointer does not own its memory",
            "it cannot be wrapped as %1$s: the %2$s has no deallocator",
            "it is a plain address or a view of a buffer, or its memory is already freed; the tensor could not "
                    + "prevent a use after free",
            "pass its owner with Tensor.wrap(pointer, owner, dtype, dims), wrap the buffer itself, or use the "
                    + "adapter of that library"),
    ONE_TENSOR_TWICE(
            6077,
            "same tensor is passed for two parameters",
            "%1$s: %2$s and %3$s are the same tensor",
            "the gradient with respect to %2$s is that of a separate tensor",
            "pass the tensor for one parameter only, or pass a copy of it for %3$s, for example by Ops.identityMath"),
    STRIDED_MEMORY(
            6073,
            "tensor is not contiguous",
            "it cannot be wrapped as %1$s: its strides are %2$s",
            "a tensor is contiguous in row-major order, with the strides %3$s",
            "copy it with Tensor.copyOf(memory, dtype, dims, strides), or make the owner's array contiguous first"),
    STRIDE_COUNT(
            6074,
            "number of strides does not match the rank",
            "%1$s: %2$s strides for %3$s",
            "each of the %4$s dims has one stride, in elements",
            "pass one stride per dim"),
    RELEASE_FAILED(
            6054,
            "release callback of wrapped memory failed",
            "%1$s: %2$s",
            "no tensor uses the memory any longer, and the release() of its owner threw an exception",
            "fix the release() of the owner"),
    TENSOR_LEAK(
            6068,
            "tensor leak",
            "%1$s: the garbage collector has freed %2$s tensors without close() (%3$s)",
            "memory that waits for the garbage collector is freed late, which increases memory usage",
            "close tensors, or create them in a TensorScope%4$s"),
    SCOPE_MISUSE(
            6080,
            "illegal use of a tensor scope",
            "%1$s",
            "scopes are nested within one thread, and the innermost scope is closed first",
            "open scopes with try (TensorScope scope = TensorScope.open()) { … }"),

    MANIFEST_MISSING(
            6101,
            "compiled kernels not found",
            "%1$s has no %2$s",
            "the annotation processor writes that file; it was not active when the class was compiled, or the "
                    + "file was omitted from the jar",
            "add graphkernel-processor to annotationProcessorPaths, then run mvn clean compile"),
    KERNELS_RENAMED(
            6134,
            "class with kernels was relocated",
            "%1$s has no kernels under its name, but %2$s has",
            "a tool such as maven-shade-plugin renamed the class, and kernels are located by the original class name",
            "exclude the class from the relocation: <excludes><exclude>%2$s*</exclude></excludes>"),
    RUNTIME_RENAMED(
            6135,
            "runtime class was relocated",
            "%1$s was %2$s",
            "a tool such as maven-shade-plugin renamed it, and native code is bound to classes by name",
            "exclude it from the relocation: <excludes><exclude>%3$s.**</exclude></excludes>"),
    MANIFEST_DAMAGED(
            6102,
            "kernel manifest is corrupt",
            "%1$s: %2$s",
            "the file is not as the annotation processor wrote it",
            "run mvn clean compile"),
    PLAN_DAMAGED(
            6170,
            "execution plan is corrupt",
            "%1$s: %2$s",
            "the file is not as the annotation processor wrote it",
            "run mvn clean compile"),
    PLAN_VERSION(
            6171,
            "plan version mismatch",
            "%1$s has version %2$s, but this runtime reads %3$s",
            "the processor and the runtime have different versions",
            "use the same version of graphkernel-processor and graphkernel-runtime, and run mvn clean compile"),
    PLAN_MISSING(
            6172,
            "execution plan not found",
            "%1$s has no plan %2$s: there are %3$s",
            "the stub and its plans are from different builds",
            "run mvn clean compile"),
    PLATFORM_MISSING(
            6103,
            "no kernels for this platform",
            "%1$s on %2$s",
            "it was compiled for %3$s",
            "add %2$s to -Agraphkernel.platforms and run mvn clean compile"),
    LIBRARY_MISSING(
            6104,
            "kernel library not found",
            "%1$s",
            "%2$s lists it, but the resource does not exist",
            "run mvn clean compile"),
    LIBRARY_DAMAGED(
            6105,
            "native library is corrupt",
            "%1$s",
            "its content has the hash %2$s, but %3$s was expected",
            "run mvn clean compile"),
    DIRECTORY_UNUSABLE(
            6106,
            "cannot extract native libraries",
            "to the directory %1$s: %2$s",
            "libraries are extracted to this directory before they are loaded",
            "%3$s"),
    DIRECTORY_UNSAFE(
            6140,
            "native library directory is not secure",
            "%1$s: %2$s",
            "another user of this machine could have put code there that this process would run",
            "%3$s; or set another directory with -Dgraphkernel.native.dir=…"),
    JAVACPP_CACHE_UNSAFE(
            6141,
            "JavaCPP cache directory is not secure",
            "%1$s: %2$s",
            "%3$s, and another user of this machine could put code there that this process would run",
            "%4$s; or set another directory with -Dgraphkernel.native.dir=…, or only that of JavaCPP with "
                    + "-Dorg.bytedeco.javacpp.cachedir=…"),
    JAVACPP_CACHE_UNUSABLE(
            6142, "cannot extract the JavaCPP library", "to %1$s: %2$s", "tensors and devices require it", "%3$s"),
    LOAD_FAILED(6107, "native library cannot be loaded", "%1$s: %2$s", "the dynamic linker rejected it", "%3$s"),
    RESOURCE_UNREADABLE(
            6127,
            "resource cannot be read",
            "%1$s: %2$s",
            "it is a file of a jar or directory on the class path",
            "%3$s"),
    SYMBOL_MISSING(
            6108,
            "symbol not found in the kernel library",
            "%1$s has no symbol %2$s",
            "the library does not match its manifest",
            "run mvn clean compile"),
    ABI_MISMATCH(
            6109,
            "kernel ABI mismatch",
            "%1$s has kernel ABI %2$s, but this runtime requires %3$s",
            "the processor and the runtime have different versions",
            "use the same version of graphkernel-processor and graphkernel-runtime, and run mvn clean compile"),
    PROCESSOR_TOO_OLD(
            6110,
            "CPU is too old",
            "%1$s cannot run the kernels of %2$s",
            "kernels require x86-64-v2 or later (2009)",
            "run on a newer machine"),
    INSTRUCTION_SET_MISSING(
            6143, "no kernels for the instruction set", "%1$s has CPU kernels for %2$s alone", "%3$s", "%4$s"),
    FUNCTION_MISSING(
            6111,
            "kernel not found",
            "%1$s has no kernel with index %2$s",
            "it has %3$s kernels",
            "run mvn clean compile"),
    ANOTHER_BUILD(
            6124,
            "kernels are from another build",
            "%1$s is of build %2$s, but %3$s is of build %4$s",
            "the class path contains the class of one build and the kernels of another, whose indices refer to "
                    + "other kernels",
            "run mvn clean compile, and put the classes and META-INF/graphkernel of the same build on the class path"),
    TABLE_SIZE(
            6125,
            "kernel library does not match its manifest",
            "%1$s has %2$s kernels in %3$s, but %4$s are expected",
            "the library and the manifest are from different builds",
            "run mvn clean compile"),
    SIZE_TOO_LARGE(
            6126,
            "size is too large",
            "%1$s: %2$s is too large for %3$s",
            "the call computes or stores that many elements, and the limit is %4$s",
            "make one of these dims smaller"),
    TARGET_MISSING(
            6114,
            "no kernels for the configured device",
            "%1$s has no kernels for %2$s, which graphkernel.device or GRAPHKERNEL_DEVICE selects",
            "it was compiled without this target",
            "add %2$s to -Agraphkernel.targets and run mvn clean compile, or select another device"),
    BRIDGE_MISSING(
            6112,
            "no native bridge for this platform",
            "%1$s",
            "graphkernel-native was built for: %2$s",
            "run on one of these platforms, or build graphkernel-native for %1$s"),
    JAVACPP_MISSING(
            6113,
            "JavaCPP native library not found",
            "for %1$s: %2$s",
            "the jar org.bytedeco:javacpp with the classifier %1$s is not on the class path",
            "add org.bytedeco:javacpp with the classifier %1$s to the dependencies"),
    JAVACPP_VERSION(
            6128,
            "incompatible JavaCPP version",
            "%1$s: %2$s",
            "GraphKernel requires JavaCPP %3$s, and another library depends on an older one",
            "declare org.bytedeco:javacpp:%3$s in the dependencies of your project, with and without the "
                    + "classifier %4$s; mvn dependency:tree -Dverbose shows the origin of each version"),
    JAVACPP_REFUSED(
            6129, "JavaCPP library cannot be loaded", "on %1$s: %2$s", "tensors and devices require it", "%3$s"),
    MODULE_MISSING(
            6150,
            "module not in the module graph",
            "%1$s",
            "Java resolves only modules that another module requires, and none requires the platform-specific "
                    + "module of JavaCPP",
            "run java with --add-modules ALL-MODULE-PATH, and check that the jar is on the module path; for "
                    + "Maven tests, set <useModulePath>false</useModulePath> in the configuration of maven-surefire-plugin"),
    NATIVE_ACCESS(
            6132,
            "native access is not enabled",
            "%1$s",
            "--enable-native-access or --illegal-native-access restricts native access to certain modules, which "
                    + "do not include this one",
            "run java with --enable-native-access=%2$s"),
    DEVICE_TARGET_MISSING(
            6116,
            "no kernels for the device of the tensors",
            "%1$s on %2$s",
            "it was compiled without this target",
            "add %3$s to -Agraphkernel.targets and run mvn clean compile, or move the tensors with Tensor.to(device)"),
    PROGRAM_MISSING(
            6117,
            "device program not found",
            "%1$s of %2$s",
            "it is a resource that the build of this class generates",
            "use a complete jar of this version"),
    PROGRAM_REFUSED(
            6118,
            "device program cannot be compiled",
            "%1$s for %2$s: %3$s",
            "the compiler of the driver rejected the program (%4$s)",
            "update the driver; if that does not help, run on another device"),
    NO_LIBRARY_CALLS(
            6360,
            "device does not support library calls",
            "%1$s cannot run matmul, convolution and attention",
            "library calls run only on the host and on CUDA, OpenCL and Ascend devices",
            "move the tensors to another device or to the host with Tensor.to"),
    NO_F64(
            6123,
            "device does not support f64",
            "%1$s, and this kernel of %2$s uses f64",
            "double precision is optional in OpenCL",
            "compute in f32, or move the tensors to another device"),
    PROGRAM_KERNEL(
            6119,
            "kernel not found in the device program",
            "the program %1$s has no kernel %2$s",
            "the program and the manifest are from different builds",
            "run mvn clean compile"),
    KERNEL_PARAMETERS(
            6122,
            "kernel has too many parameters for the device",
            "%1$s of %2$s has %3$s bytes of parameters, but %4$s allows %5$s",
            "every tensor, dim and number of a kernel is a parameter of 8 bytes, and the driver sets the limit",
            "compile the class with --disable_cluster_ops for ops of this kernel, or run on another device"),
    ONEDNN_MISSING(
            6115,
            "oneDNN cannot be loaded",
            "%1$s calls oneDNN, which cannot be loaded for %2$s",
            "convolutions call a library that is an optional dependency: %3$s",
            "%4$s, or run with GRAPHKERNEL_DEVICE=jvm"),

    CAPTURE_MISUSE(
            6120,
            "operation not permitted during graph capture",
            "%1$s",
            "a capture records launches instead of running them, so their results are not available",
            "do it before LaunchGraph.capture(…), or after its replay"),

    VENDOR_LIBRARY(
            6121,
            "vendor library cannot be loaded",
            "%1$s, set by the system property %2$s: %3$s",
            "the property requires this file, without a fallback to another one",
            "%4$s, set another file, set an empty name for none, or remove the property"),

    // Debug mode. The first argument is the method, the second the kernel.
    NOT_FINITE(
            6201,
            "NaN or infinity in a result",
            "%1$s: kernel %2$s stored %3$s",
            "the input tensors were finite, so one of its ops produces the value: %4$s",
            "check these lines in this order; --enable_debug_mode=false disables these checks"),
    LAUNCH_FAILED(
            6202,
            "kernel launch failed",
            "%1$s: kernel %2$s: %3$s",
            "the launch has thrown this exception, which is passed on to the caller",
            "check its ops in the report; --disable_cluster_ops and --opt_level=0 isolate the op"),

    // Arrays of other frameworks. The first argument is the adapter, the second its method.
    FRAMEWORK_DTYPE(
            6310,
            "dtype not supported by the framework adapter",
            "%1$s.%2$s does not support %3$s",
            "both sides support %4$s",
            "convert it first to one of these dtypes"),
    FRAMEWORK_DEVICE(
            6311,
            "array is not in host memory",
            "%1$s.%2$s: the array is on %3$s",
            "only host memory can be shared",
            "%4$s"),
    FRAMEWORK_LAYOUT(
            6312,
            "array is not contiguous",
            "%1$s.wrap: the array of shape %2$s %3$s",
            "a tensor that shares memory is contiguous in row-major order",
            "copy it with %1$s.copy(x)%4$s"),
    FRAMEWORK_KIND(
            6313,
            "array type not supported by the framework adapter",
            "%1$s.%2$s does not support %3$s",
            "%4$s",
            "%5$s"),
    FRAMEWORK_CLOSED(
            6314,
            "array is closed",
            "%1$s.%2$s",
            "its memory has been returned to the framework",
            "call it before the array, or the scope or manager that owns it, is closed"),

    // Gradients.
    LOSS_INDEPENDENT(
            6330,
            "loss does not depend on the parameter",
            "%1$s",
            "no op in the lambda leads from it to the loss; values computed before the lambda, on another thread "
                    + "or from elements that were read into Java are constants",
            "compute the loss from it with Ops inside the lambda, or remove it from the parameters"),
    UPDATE_IN_LOSS(
            6331,
            "in-place update inside a loss",
            "%1$s",
            "the gradient would be computed from values that the update overwrites",
            "update after the gradient is computed, outside the lambda or after the tape is closed"),
    NO_GRADIENT_OF_DTYPE(
            6332,
            "dtype is not differentiable",
            "%1$s is %2$s",
            "gradients are computed with respect to tensors of floating-point dtypes",
            "pass float tensors, or arrays or records that contain only float tensors"),
    LOSS_NOT_A_NUMBER(
            6333,
            "loss is not a scalar",
            "it is %1$s",
            "a gradient is the derivative of a single float",
            "reduce it to one element, for example with reduceSum or reduceMean over all axes"),
    NO_GRADIENT(
            6334,
            "op is not differentiable",
            "%1$s",
            "%2$s",
            "compute the loss with other ops, or exclude it from the gradient with stopGradient"),
    RECORD_INACCESSIBLE(
            6335,
            "record is not accessible by reflection",
            "%1$s",
            "its module does not open its package, so its components cannot be read and copies cannot be created",
            "open its package to io.graphkernel.runtime, or pass its tensors individually"),
    NO_PARAMETER_OF_LOSS(
            6336,
            "gradient without parameters",
            "",
            "the list of parameters is empty",
            "name the tensors, or records of tensors, after the lambda"),
    NOT_RECORDED(
            6337,
            "call is not recorded for the gradient",
            "%1$s takes tensor %2$s, which is %3$s, inside a loss that is differentiated by it or by a tensor "
                    + "that depends on it",
            "the gradient would omit the contribution of this call. Copies into other tensors are not recorded. "
                    + "A kernel of a generated class is recorded if it has gradient = true, the call creates its results, "
                    + "and the parameter has no @NoGradient",
            "compile the kernel with gradient = true and use its returned result; call the @GraphKernel method "
                    + "itself, which runs op by op; compute the gradient inside a @GraphKernel method; or pass "
                    + "stopGradient of the tensor to make it a constant"),
    WRITTEN_IN_LOSS(
            6338,
            "tensor was modified before the gradient was computed",
            "%1$s, on which a loss depends",
            "its gradient requires the values that its ops read, and these are overwritten",
            "write the tensor before the loss is computed, or after the gradient is computed"),
    CUSTOM_GRADIENT(
            6339,
            "custom gradient is not applied in eager mode",
            "%1$s has the custom gradient %2$s, which a loss that runs as plain Java ignores",
            "a plain call is recorded op by op, without the boundaries of the kernel",
            "compile %1$s with gradient = true and call it through the generated class, which uses its custom "
                    + "gradient; or compute this gradient in a @GraphKernel method, and call that of the generated class"),
    NOT_ON_TAPE(
            6410,
            "tensor is not recorded by the tape",
            "%1$s, which is %2$s",
            "a tape records the tensors that it is opened with, and values computed from them while it is open",
            "name the tensor in Tape.open"),
    TAPE_CLOSED(
            6411,
            "tape is closed",
            "",
            "a tape discards its recorded ops when it is closed",
            "compute all gradients first, inside try (Tape tape = Tape.open(…))"),
    TAPE_OF_THREAD(
            6412,
            "tape belongs to another thread",
            "the thread %1$s",
            "a tape records on the thread that opened it, and only that thread can close it",
            "compute gradients and close the tape on its thread"),
    TAPE_IN_TAPE(
            6413,
            "tapes cannot be nested",
            "this thread is already recording",
            "each thread has at most one tape, and valueAndGradient opens one for its loss",
            "close the other tape first, or compute the inner gradient with gradient(() -> …, parameter)"),
    TAPE_IN_LOSS(
            6417,
            "gradient of a tape inside a loss",
            "the loss is being differentiated",
            "the gradients that a tape returns are not recorded, so the loss would treat them as constants",
            "compute the inner gradient with gradient(() -> …, parameter), or, if it is a constant, compute it "
                    + "before the loss"),
    FUNCTION_IN_LOSS(
            6420,
            "scan has no gradient in eager mode",
            "%1$s is passed to %2$s with tensor %3$s, on which a loss depends",
            "a plain call executes the Java code of the function, and only a kernel differentiates a scan",
            "call it in a @GraphKernel method, compute the gradient there or compile the method with "
                    + "gradient = true, and call the generated class; or pass stopGradient of the tensor"),
    FUNCTION_RESULT(
            6421,
            "unsupported result type of an element function",
            "%1$s returns %2$s",
            "the elements of a tensor are float, double, int, long or boolean, and their type is read from a lambda or "
                    + "a method reference",
            "return one of these types, and pass a lambda or a method reference"),
    FUNCTION_NOT_COMPILED(
            6422,
            "element function was not compiled",
            "%1$s is passed to %2$s with tensor %3$s, on which a loss depends",
            "the gradient of a function is derived from its compiled form, which the processor writes for functions "
                    + "that @GraphKernel methods apply and for methods with @ElementFunction",
            "annotate a static method with @ElementFunction and pass it as Owner::method; or pass the lambda in a "
                    + "@GraphKernel method, one per line; or pass stopGradient of the tensor"),

    // Gradients in frameworks.
    NO_SECOND_DERIVATIVE(
            6414,
            "second derivatives of a kernel are not supported",
            "backward with create_graph through a kernel",
            "PyTorch does not record the ops of a kernel's gradient",
            "call backward without create_graph, or compute this value with ops of PyTorch"),
    SAVED_MODIFIED_BY_PYTORCH(
            6415,
            "saved tensor was modified in place by PyTorch",
            "a tensor %1$s that a kernel saved for its gradient",
            "saved values are not copied, so the gradient would be computed from other values",
            "modify it after the backward pass, or pass a copy, x.clone(), to the kernel"),
    INPUT_WITHOUT_GRADIENT(
            6416,
            "input receives no gradient from the kernel",
            "%1$s: the input %2$s is not among the tensors that the kernel differentiates by",
            "gradients flow only to tensors returned by in.of, and the kernel received a tensor computed from "
                    + "it, has no gradient for this parameter, or wrote its results into passed tensors",
            "pass it unchanged, to the overload that returns new results, and reshape before in.of; if it "
                    + "requires no gradient, pass %3$s"),

    // Collectives.
    COMMUNICATOR_MISSING(
            6301,
            "no communicator is bound",
            "%1$s: the group %2$s has no communicator on this thread",
            "its collective ops combine tensors of all ranks of a group, which is bound at the call",
            "call it inside try (var bound = communicator.bind()); Communicator.single() is a group of one rank"),
    BINDING_MISUSE(
            6302,
            "communicators are unbound in the wrong order",
            "a communicator of the group %1$s is not the one bound to this thread",
            "bindings belong to a thread, and are closed in reverse order",
            "close the result of bind() with try-with-resources"),
    RANK_FAILED(
            6303,
            "rank failed",
            "rank %1$s of the group %2$s: %3$s",
            "a collective completes only if all ranks take part, so the group cannot be used any longer",
            "fix the failure of this rank, then create a new group"),
    RANK_CLOSED(
            6304,
            "communicator is closed",
            "rank %1$s of the group %2$s",
            "a collective completes only if all ranks take part, so the group cannot be used any longer",
            "close a communicator after its last collective, or create a new group"),
    RANK_MISSING(
            6305,
            "collective timed out",
            "rank %1$s of the group %2$s has waited %3$s ms for the ranks %4$s, in %5$s",
            "a collective completes only if all ranks take part",
            "call the same collectives in the same order on every rank, or create the group with a longer timeout"),
    COLLECTIVE_MISMATCH(
            6306,
            "ranks called different collectives",
            "rank %1$s of the group %2$s called %3$s, but rank %4$s called %5$s",
            "all ranks must call the same collectives in the same order, with equal element counts and dtypes",
            "call the same methods on every rank with tensors of the same dims"),
    NO_SUCH_RANK(
            6307,
            "rank is out of range",
            "%1$s: the group %2$s has no rank %3$s",
            "it has %4$s ranks, which are numbered from 0",
            "pass an existing rank, or bind a communicator of a larger group"),

    MPI_MISSING(
            6343,
            "MPI is not available",
            "%1$s",
            "ranks in separate processes communicate through the MPI library of the system",
            "install one, such as the packages openmpi-bin or mpich, or set its library with "
                    + "-Dgraphkernel.mpi.library=/path/to/libmpi.so"),
    MPI_THREADS(
            6344,
            "MPI lacks MPI_THREAD_MULTIPLE",
            "%1$s provides the thread level %2$s",
            "a rank may use several groups, each on its own thread",
            "use a library that is built with thread support, and if the program initializes MPI itself, request "
                    + "MPI_THREAD_MULTIPLE"),
    MPI_LAUNCHER(
            6345,
            "mpirun does not match the MPI library",
            "this process was started as one of %1$s (%2$s), but %3$s reports %4$s",
            "mpirun and the loaded library are from different MPI implementations, so each process would be a "
                    + "group of its own",
            "start the job with the mpirun of that library, or set the library of this mpirun with "
                    + "-Dgraphkernel.mpi.library; with Slurm use srun --mpi=pmix or --mpi=pmi2, as the library requires"),
    MPI_ERROR(
            6346,
            "MPI call failed",
            "%1$s of %2$s failed with %3$s (%4$s)",
            "the transport could not transfer the data of a collective",
            "check the output of the MPI library, and restart the job"),
    MPI_START(
            6347,
            "MPI initialization timed out",
            "%1$s did not start within %2$s ms",
            "it starts when all processes of the job have joined",
            "check the other processes, or pass a longer timeout to Communicator.mpi"),
    MPI_GROUPS(
            6348,
            "too many MPI groups",
            "this process has created %1$s groups of MPI ranks, which is the limit",
            "each group has its own message tags",
            "reuse a group"),
    MPI_ABORTED(
            6350,
            "MPI job is aborted",
            "by rank %1$s: the ranks %3$s have not been notified that the group %2$s has failed",
            "they reached neither a collective nor their end in time",
            "check what blocks these ranks; Communicator.mpi takes the timeout"),
    UNEQUAL_PARTS(
            6349,
            "elements are not divisible by the number of ranks",
            "%1$s of %2$s elements for the %3$s ranks of the group %4$s",
            "each rank receives the same number of elements",
            "pad the tensor so that its first dim is a multiple of the number of ranks"),
    RANK_PARTS(
            6352,
            "first dim is not divisible by the number of ranks",
            "%1$s: %2$s for %3$s ranks",
            "each rank sends or receives the same number of rows",
            "pad the tensor so that its first dim is a multiple of the number of ranks, which is 1 or more"),
    RANKS_DIFFER(
            6351,
            "group has another number of ranks",
            "%1$s: %2$s is compiled for %3$s ranks, but the group %4$s has %5$s",
            "the shape of the result depends on the number of ranks that the op declares",
            "bind a communicator with that number of ranks, or compile the method for the size of the group"),
    RANK_LIBRARY_MISSING(
            6355,
            "collective library cannot be loaded",
            "%1$s: %2$s",
            "collectives on device tensors run in the library of the vendor",
            "install it (NCCL 2.23 or later), or set its file with -D%3$s=/path/to/it"),
    RANK_LIBRARY_ERROR(
            6356,
            "collective library call failed",
            "%1$s of %2$s failed with %3$s",
            "the library rejected the ranks or the request; it rejects two ranks on the same device",
            "assign a separate device to each rank, and check the output of the library itself, for example with "
                    + "NCCL_DEBUG=INFO"),
    RANK_LIBRARY_FAILED(
            6357,
            "asynchronous error in the collective library",
            "rank %1$s of the group %2$s: %3$s failed with %4$s",
            "another rank has ended, or the connection to it is lost; pending collectives have no results",
            "check the other ranks, then create a new group"),
    RANK_LIBRARY_LATE(
            6358,
            "device collective timed out",
            "rank %1$s of the group %2$s has waited %3$s ms for %4$s, on which it enqueued collectives of %5$s",
            "a collective completes only if all ranks take part",
            "call the same collectives in the same order on every rank, or create the group with a longer timeout"),
    NO_RANK_LIBRARY(
            6359,
            "no collective library for the device",
            "%1$s",
            "CUDA devices use NCCL, Ascend devices HCCL",
            "use the host communicator, which copies tensors of other devices to the host and back"),
    GLOO_FAILED(6361, "Gloo failed", "rank %1$s of the group %2$s: %3$s", "%4$s", "%5$s"),
    LISTENER_MISUSE(
            6354,
            "completion listeners are unbound in the wrong order",
            "the listener is not the one bound to this thread",
            "bindings belong to a thread, and are closed in reverse order",
            "close the result of bind() with try-with-resources"),
    NO_PARTS_OF_GROUP(
            6353,
            "backend does not support subgroups",
            "%1$s cannot split the group %2$s into groups such as %3$s",
            "the backend does not implement Communicator.split",
            "use Communicator.threads or Communicator.mpi, or create the group by other means of the backend"),

    CONSTANTS_MISSING(
            6340,
            "constants not found in the jar",
            "of %1$s",
            "%2$s lists the file, but it is not in the package of the class file",
            "run mvn clean compile, and check the tool that repackages the jar"),
    CONSTANTS_DAMAGED(
            6341,
            "constants are corrupt",
            "of %1$s: %2$s",
            "the file is not as the annotation processor wrote it",
            "run mvn clean compile, and check the tool that repackages the jar"),
    CONSTANTS_IN_CAPTURE(
            6342,
            "constants are not on the device yet",
            "of %1$s on %2$s",
            "the first call copies them, and a capture records only launches",
            "call the kernel once on this device before the capture starts"),

    LENGTH_DIFFERS(
            6390,
            "list or array has the wrong length",
            "%1$s: %2$s has length %3$s",
            "its declared length is %4$s, and a kernel has a fixed list of operands",
            "pass a list or array of length %4$s, or compile the kernel with another @Length"),

    SAVED_RELEASED(
            6320,
            "saved values are released",
            "%1$s: those of %2$s",
            "they were closed, directly or with the result of that call",
            "close them after the last gradient call; until then, any number of gradient calls may read them"),
    SAVED_MODIFIED(
            6321,
            "saved tensor was modified in place",
            "%1$s: tensor %3$s, which %2$s saved",
            "saved values are not copied, so the gradient would be computed from other values",
            "call %1$s before the tensor is written, or save a copy: pass tensor.to(tensor.device()) to %2$s"),
    NO_COTANGENT(
            6322,
            "all cotangents are null",
            "%1$s",
            "a null cotangent stands for zero, and if all are zero every gradient is zero",
            "pass the cotangent of at least one result"),
    SAVED_NOTHING(
            6450,
            "saved values are empty",
            "%1$s",
            "no call of %2$s has filled the saved values, or the last call failed",
            "call %2$s with them first"),
    SAVED_OVERWRITTEN(
            6451,
            "result shares memory with a saved value",
            "%1$s: result %2$s and %3$s",
            "the gradient call reads the value that %3$s had before the result was written",
            "pass a result with its own memory"),

    // Training. Of checkpoints the first argument is the file.
    NOT_A_PARAMETER(
            6460,
            "unsupported type in a model record",
            "%1$s: %2$s is of class %3$s",
            "a model is a record of tensors and numbers, of such records, and of lists or arrays of them",
            "keep it out of the record"),
    CHECKPOINT_UNREADABLE(
            6461,
            "checkpoint cannot be read",
            "%1$s: %2$s",
            "a file that cannot be read completely is ignored completely",
            "%3$s"),
    CHECKPOINT_UNWRITABLE(
            6462,
            "checkpoint cannot be written",
            "%1$s: %2$s",
            "the file is unchanged, or, if only the last step failed, is the new one",
            "%3$s"),
    CHECKPOINT_DAMAGED(
            6463,
            "safetensors file is corrupt",
            "%1$s: %2$s",
            "it is truncated or modified, or has another format",
            "copy it again from its source, or use an earlier checkpoint"),
    CHECKPOINT_LACKS(
            6464,
            "tensor not found in the checkpoint",
            "%1$s has no tensor %2$s",
            "it has %3$s",
            "load the checkpoint of this model, or map the paths of the model to the names of the file"),
    CHECKPOINT_SURPLUS(
            6465,
            "unexpected tensor in the checkpoint",
            "%1$s has a tensor %2$s that the model does not have",
            "loading it silently could restore a different model than the one that was saved",
            "load the checkpoint of this model, or select the tensors with a function from paths to names"),
    CHECKPOINT_NAMES(
            6130,
            "checkpoint keys do not match the model",
            "%1$s: missing %2$s, unexpected %3$s",
            "each tensor of the model is loaded from the file, and without a name function the file must have no "
                    + "others",
            "load the checkpoint of this model, or pass a function from paths to names, such as path -> \"%4$s\" "
                    + "+ path"),
    CHECKPOINT_TYPES(
            6131,
            "checkpoint tensors have other shapes or dtypes",
            "%1$s: %2$s tensors differ from the model: %3$s",
            "elements are copied without conversion",
            "create the model with the dims and dtypes of the file, or load the tensors from the checkpoint and "
                    + "cast them"),
    CHECKPOINT_DIFFERS(
            6466,
            "checkpoint tensor has another shape or dtype",
            "%1$s: tensor %2$s is %3$s, but %4$s of the model is %5$s",
            "elements are copied without conversion",
            "create the model with the dims and dtypes of the file, or load the tensor from the checkpoint and "
                    + "cast it"),
    CHECKPOINT_DTYPE(
            6467,
            "unsupported dtype in the checkpoint",
            "%1$s: tensor %2$s is of dtype %3$s",
            "the supported dtypes are %4$s",
            "convert it in the program that writes the file"),
    CHECKPOINT_NAME(
            6468,
            "reserved name in a checkpoint",
            "%1$s: %2$s cannot have the name %3$s",
            "the name is reserved for %4$s",
            "use another name"),
    NO_FANS(
            6469,
            "initializer is undefined for this shape",
            "%1$s: dims %2$s",
            "it is defined for matmul weights [in, out] and convolution weights [out, in, height, width]",
            "use normal or uniform with an explicit deviation or bounds"),
    NO_DIFFERENCE_OF_DTYPE(
            6470,
            "gradient check requires f32 or f64",
            "%1$s is of dtype %2$s",
            "central differences need the precision of f32 or f64",
            "check the loss in f64"),
    STRUCTURES_DIFFER(
            6471,
            "values have different structures",
            "%1$s: %2$s is in the %3$s value but not in the %4$s",
            "the tensors of the values are paired by their paths",
            "pass values of the same record type, with lists of the same length, such as results of Parameters.map"),
    SUM_OF_NOTHING(
            6472,
            "value to sum over has no tensors",
            "%1$s",
            "the sum takes its dtype and dims from the results of the function",
            "pass a tensor, or a record or list that contains one"),
    WEIGHT_MISSING(
            6480,
            "weight not found",
            "'%1$s' among %2$s weights",
            "a record of weights has all weights of the model",
            "pass the weights by the names of the model, as named() of the record returns them"),
    NPY_DAMAGED(
            6481,
            ".npy file cannot be read",
            "%1$s: %2$s",
            "the NumPy format is a header with dtype and shape, followed by the elements in row-major order",
            "write it with numpy.save, as float32, float64, float16, int64, int32, int8, uint8 or bool"),
    FILE_UNUSABLE(
            6133,
            "file cannot be read or written",
            "%1$s cannot be %2$s: %3$s",
            "the command line or the program names it",
            "%4$s"),
    MODEL_ARGUMENT(6482, "invalid command line of a model", "%1$s", "%2$s", "%3$s"),
    CHECKPOINT_CHANGED(
            6520,
            "checkpoint checksum mismatch",
            "%1$s: tensor %2$s",
            "its elements do not match the checksum in the metadata %3$s",
            "use an earlier checkpoint; if the elements were changed on purpose, remove %3$s from the metadata"),
    CHECKPOINT_NULL(
            6521,
            "null in a checkpoint",
            "%1$s: %2$s %3$s is null",
            "the resulting file would be unreadable",
            "omit it, or set a value"),
    SCHEDULE_RANGE(
            6522,
            "invalid argument of a learning rate schedule",
            "%1$s: %2$s is %3$s",
            "steps are counted from 0, and a schedule has at least one step",
            "pass %4$s or more"),
    GGUF_DAMAGED(
            6523,
            "corrupt GGUF file",
            "%1$s: %2$s",
            "it is truncated or modified, or has another format",
            "copy it again from its source, or convert the model again"),
    GENERATION_ARGUMENT(6524, "invalid argument of text generation", "%1$s: %2$s is %3$s", "%4$s", "pass %5$s"),
    GGUF_VALUE(6525, "value cannot be written to a GGUF file", "%1$s: %2$s is %3$s", "%4$s", "pass %5$s"),
    ADAPTER_UNSUPPORTED(
            6526,
            "unsupported LoRA adapter",
            "%1$s: %2$s",
            "the only supported value is %3$s",
            "merge the adapter into the weights with PEFT, or train it with the default settings"),
    ADAPTER_UNKNOWN(
            6527,
            "adapter without a weight in the model",
            "%1$s",
            "@OnnxModel(adapters = …) selects no such weight, so that the adapter would be ignored",
            "select the weight in the annotation, or remove the adapter"),
    RAGGED_LENGTHS(
            6096,
            "invalid lengths of a ragged batch",
            "%1$s",
            "a batch has nonnegative lengths, with a sum of at most 2,147,483,647",
            "pass the lengths of the sequences, or split the batch"),
    NO_CAPTURE(
            6700,
            "graph capture is not supported on the device",
            "%1$s",
            "%2$s",
            "install a newer CANN, whose AscendCL supports it, or call the kernels without LaunchGraph there"),
    TOOLKIT_REFUSED(
            6701,
            "CANN runtime compiler failed",
            "%1$s for %2$s: %3$s",
            "the runtime compiler of the CANN toolkit rejected the program, or lacks files of the toolkit (%4$s)",
            "install CANN 8.3 or later with its toolkit, and source its set_env.sh before the program starts; "
                    + "for the 950 install CANN 9.1 or later"),
    KNOWN_ANSWER(
            6702,
            "device failed its self-test",
            "%1$s: element %2$s is %3$s, expected %4$s",
            "the toolkit, the driver and the firmware are incompatible, or the device is defective",
            "install a driver and firmware that match the toolkit, or select another device with GRAPHKERNEL_DEVICE"),
    KNOWN_ANSWER_MEMORY(
            6703,
            "device out of memory for its self-test",
            "%1$s bytes on %2$s",
            "before its first kernel a device runs a kernel with known results",
            "close tensors that are no longer needed, or terminate other programs that use the device"),
    ACLNN_FUNCTION(
            6704,
            "aclnn function not found",
            "%1$s for %2$s: %3$s",
            "matmul, convolution and attention call the aclnn library of CANN, which is missing or incomplete in "
                    + "this installation",
            "install the ops package of CANN that matches the device and the toolkit, and source its set_env.sh "
                    + "before the program starts"),
    ACLNN_ATTENTION(
            6705,
            "attention shape not supported by aclnn",
            "%1$s: %2$s heads of size %3$s on %4$s",
            "flash attention of aclnn supports at most %5$s heads of size %6$s",
            "split the heads, or write the attention with matmul and softmax"),
    NO_COMPILER(
            6710,
            "Ascend C compiler not found",
            "%1$s cannot be compiled for %2$s",
            "%3$s, bisheng is neither on the path nor in a toolkit that ASCEND_HOME_PATH names, and the jar "
                    + "has no binary for NPU_ARCH %4$s",
            "install CANN 8.1 or later with its toolkit, for the 950 9.1 or later, and source its set_env.sh "
                    + "before the program starts; or compile the class with -Agraphkernel.binaries=%4$s on a machine that "
                    + "has the toolkit"),
    BISHENG_REFUSED(
            6711,
            "bisheng failed to compile the kernel",
            "%1$s for %2$s: %3$s",
            "%4$s, the compiler of the CANN toolkit, rejected the program or does not run",
            "install a complete toolkit that matches the device, and source its set_env.sh before the program starts"),
    TARGET_LEFT_OUT(
            6712,
            "op is not supported on the device of the tensors",
            "%1$s has no kernels for %2$s",
            "%3$s",
            "rewrite the method without this op, or move the tensors with Tensor.to(device)");

    private static final Pattern PLACEHOLDER = Pattern.compile("%([0-9])\\$s");

    private final int number;
    private final String title;
    private final String detail;
    private final String because;
    private final String fix;

    RuntimeProblem(int number, String title, String detail, String because, String fix) {
        this.number = number;
        this.title = title;
        this.detail = detail;
        this.because = because;
        this.fix = fix;
    }

    /** Returns the stable id, for example {@code GK-6001}. */
    public String id() {
        return "GK-" + number;
    }

    /** Returns the stable title, a short phrase without arguments, for example {@code operands cannot be broadcast}. */
    public String title() {
        return title;
    }

    /** Returns the three lines of the message: the id with the title and the problem, the cause, and the fix. */
    public String message(@Nullable Object... arguments) {
        String headline = "[" + id() + "] " + (detail.isEmpty() ? title : title + ": " + detail);
        String template =
                MessageText.agreeing(headline + "\nbecause: " + because + "\nfix: " + fix, PLACEHOLDER, 1, arguments);
        return MessageText.printable(String.format(Locale.ROOT, template, MessageText.bounded(arguments)));
    }
}
