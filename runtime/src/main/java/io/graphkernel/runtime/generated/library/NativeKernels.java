package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.loading.LibraryFunctions;
import java.util.List;

/**
 * The kernels of a library of our own on the CPU, loaded at the first use. Its table has those that serve all dtypes, and then
 * some of each dtype, a kind after the other.
 */
final class NativeKernels {
    /** In the order of the tables. */
    private static final List<DType> DTYPES = List.of(DType.F32, DType.F64, DType.F16, DType.BF16);

    private final String library;
    private final int common;
    private final int kinds;

    private volatile long[] functions;

    /**
     * The kernels of a library.
     *
     * @param library the part of the exported names that belongs to it
     * @param common how many kernels serve all dtypes
     * @param kinds how many there are of each dtype
     */
    NativeKernels(String library, int common, int kinds) {
        this.library = library;
        this.common = common;
        this.kinds = kinds;
    }

    /** The address of a kernel that serves all dtypes. */
    long function(int index) {
        return functions()[index];
    }

    /**
     * The address of a kernel of a dtype.
     *
     * @throws IllegalArgumentException if there is none
     */
    long function(int kind, DType dtype) {
        int place = DTYPES.indexOf(dtype);
        if (place < 0) {
            throw new IllegalArgumentException(library + " of " + dtype);
        }
        return functions()[common + kind * DTYPES.size() + place];
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
