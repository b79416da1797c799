package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.common.failure.FailureCause.Kind;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import io.graphkernel.runtime.internal.loading.LoadFailures;
import java.util.List;
import java.util.Locale;

/** Availability of oneDNN and of the operations that use it. This class can be loaded without the classes of oneDNN. */
public final class OneDnnLibrary {
    /** Version that the runtime is built against, for the message that names the dependency. */
    static final String VERSION = "3.11-1.5.13";

    /** Version of a library that the Java classes of oneDNN load as well, although no GPU is used. */
    static final String OPENCL_VERSION = "3.0-1.5.13";

    private static boolean loaded;
    /** Cause of the first failure; later attempts only report that there was one. */
    private static Throwable failure;

    private OneDnnLibrary() {}

    /**
     * Loads oneDNN.
     *
     * @param method method or op that needs it
     * @throws KernelLibraryException if it is not on the class path, or does not support this platform
     */
    static synchronized void ensureLoaded(String method) {
        if (!loaded && failure == null) {
            try {
                JavaCpp.load(OneDnn::cpu, "org/bytedeco/opencl", "org/bytedeco/dnnl");
                loaded = true;
            } catch (KernelLibraryException e) {
                throw e;
            } catch (LinkageError | RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            FailureCause cause = FailureCause.of(failure);
            if (cause.is(Kind.NO_NATIVE_ACCESS) || LoadFailures.isRefusedByJava(cause)) {
                throw LoadFailures.noNativeAccess(failure);
            }
            throw new KernelLibraryException(
                    failure,
                    RuntimeProblem.ONEDNN_MISSING,
                    method,
                    PlatformNames.current(),
                    cause.cause(),
                    cause.is(Kind.MISSING_CLASS, Kind.MISSING_LIBRARY)
                            ? "add org.bytedeco:" + missing(cause) + " to the dependencies"
                            : cause.fix());
        }
    }

    /** Returns the missing dependency that caused a failure. */
    private static String missing(FailureCause cause) {
        boolean openCl = cause.cause().toLowerCase(Locale.ROOT).contains("opencl");
        return openCl ? "opencl-platform:" + OPENCL_VERSION : "dnnl-platform:" + VERSION;
    }

    /**
     * Returns true if oneDNN computes a matmul: it can be loaded, and computes the dtype exactly.
     *
     * @param method method or op of the matmul
     * @throws KernelLibraryException if oneDNN is on the class path and cannot be loaded
     */
    public static boolean computesMatMul(String method, DType dtype, DType resultType, List<PostOp> epilogue) {
        return takes(dtype, resultType, epilogue) && isPresent(method) && computesExactly(dtype);
    }

    private static synchronized boolean isPresent(String method) {
        try {
            ensureLoaded(method);
            return true;
        } catch (KernelLibraryException e) {
            if (failure != null && FailureCause.of(failure).is(Kind.MISSING_CLASS, Kind.MISSING_LIBRARY)) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Returns true if oneDNN computes the dtype exactly. Integers with post-ops would be rounded to float in between.
     * Without int8 dot-product instructions, oneDNN saturates sums of two products to 16 bits.
     *
     * @param method method or op that needs it
     * @throws KernelLibraryException if oneDNN is needed and cannot be loaded
     */
    public static boolean computes(String method, DType dtype, DType resultType, List<PostOp> epilogue) {
        boolean takes = takes(dtype, resultType, epilogue);
        if (takes) {
            ensureLoaded(method);
        }
        return takes && computesExactly(dtype);
    }

    private static boolean takes(DType dtype, DType resultType, List<PostOp> epilogue) {
        return switch (dtype) {
            case F32, F16, BF16 -> true;
            case I8 -> resultType == DType.I32 && epilogue.isEmpty();
            case F64, F8E4M3, F8E5M2, U8, I16, U16, I32, U32, I64, U64, BOOL -> false;
        };
    }

    private static boolean computesExactly(DType dtype) {
        return dtype != DType.I8 || OneDnn.accumulatesInt8Exactly();
    }
}
