package io.graphkernel.runtime.generated.library;

import io.graphkernel.abi.PlatformNames;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import java.util.List;
import java.util.Locale;

/** Whether oneDNN is there and what it is used for. This class can be loaded without oneDNN's. */
final class OneDnnLibrary {
    /** The version that the runtime is built against, for the message that asks for it. */
    static final String VERSION = "3.11-1.5.13";

    /** The version of what oneDNN's Java classes load, too, although no GPU is used. */
    static final String OPENCL_VERSION = "3.0-1.5.13";

    private static boolean loaded;
    /** Why it could not be loaded: later attempts only say that there was an earlier one. */
    private static Throwable failure;

    private OneDnnLibrary() {}

    /**
     * Loads oneDNN.
     *
     * @param method who needs it
     * @throws KernelLibraryException if it is not on the class path, or not for this platform
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
            Throwable root = root(failure);
            throw new KernelLibraryException(
                    failure,
                    RuntimeProblem.ONEDNN_MISSING,
                    method,
                    PlatformNames.current(),
                    firstLine(root),
                    missing(root));
        }
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Of a library that is not found the message goes on with all places that were looked at. */
    private static String firstLine(Throwable failure) {
        return failure.toString().lines().findFirst().orElse(failure.getClass().getName());
    }

    /** The dependency that a failure asks for. */
    private static String missing(Throwable root) {
        boolean openCl = root.toString().toLowerCase(Locale.ROOT).contains("opencl");
        return openCl ? "opencl-platform:" + OPENCL_VERSION : "dnnl-platform:" + VERSION;
    }

    /**
     * Whether oneDNN computes the dtype exactly enough. Integers with a tail would be rounded to float in between, and
     * without the instructions for sums of products of bytes it saturates sums of two products to 16 bits.
     *
     * @param method who needs it
     * @throws KernelLibraryException if oneDNN is to be asked and cannot be loaded
     */
    static boolean computes(String method, DType dtype, DType resultType, List<PostOp> epilogue) {
        boolean takes = switch (dtype) {
            case F32, F16, BF16 -> true;
            case I8 -> resultType == DType.I32 && epilogue.isEmpty();
            case F64, U8, I32, I64, BOOL -> false;
        };
        if (takes) {
            ensureLoaded(method);
        }
        return takes && (dtype != DType.I8 || OneDnn.sumsBytesExactly());
    }
}
