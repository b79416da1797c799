package io.graphkernel.runtime.generated.library.cpu;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.loading.LibraryFunctions;
import java.util.List;

/**
 * The kernels of a built-in CPU library, loaded at the first use. The table starts with kernels for all dtypes,
 * followed by one block of kernels per kind, in the order of the dtypes.
 */
final class NativeKernels {
    /** Dtypes in the order of the tables. */
    private static final List<DType> DTYPES = List.of(DType.F32, DType.F64, DType.F16, DType.BF16);

    private final String library;
    private final int common;
    private final int kinds;

    private volatile long[] functions;

    /**
     * Creates the kernels of a library.
     *
     * @param library component of the exported names that identifies the library
     * @param common number of kernels for all dtypes
     * @param kinds number of kernels per dtype
     */
    NativeKernels(String library, int common, int kinds) {
        this.library = library;
        this.common = common;
        this.kinds = kinds;
    }

    /** Returns the address of a kernel for all dtypes. */
    long function(int index) {
        return functions()[index];
    }

    /**
     * Returns the address of a kernel for one dtype.
     *
     * @throws IllegalArgumentException if there is none
     */
    long function(int kind, DType dtype) {
        int dtypeIndex = DTYPES.indexOf(dtype);
        if (dtypeIndex < 0) {
            throw new IllegalArgumentException(library + " of " + dtype);
        }
        return functions()[common + kind * DTYPES.size() + dtypeIndex];
    }

    private long[] functions() {
        long[] loaded = functions;
        if (loaded == null) {
            loaded = LibraryFunctions.load(library, common + kinds * DTYPES.size());
            functions = loaded;
        }
        return loaded;
    }
}
