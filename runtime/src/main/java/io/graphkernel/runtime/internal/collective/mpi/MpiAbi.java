package io.graphkernel.runtime.internal.collective.mpi;

import io.graphkernel.runtime.internal.device.NativeLibrary;

/**
 * ABI of an MPI library: the representation of handles and constants. The three existing ABIs are incompatible, and
 * distinguished by exported symbols.
 *
 * @param name family of the library for messages
 * @param handleBytes size of a handle in memory
 * @param world MPI_COMM_WORLD
 * @param bytes MPI_BYTE
 * @param errorsReturn MPI_ERRORS_RETURN
 * @param noRequest MPI_REQUEST_NULL
 * @param statusesIgnored MPI_STATUSES_IGNORE
 * @param threadMultiple MPI_THREAD_MULTIPLE
 */
record MpiAbi(
        String name,
        int handleBytes,
        long world,
        long bytes,
        long errorsReturn,
        long noRequest,
        long statusesIgnored,
        int threadMultiple) {

    /** MPI_UNDEFINED. */
    static final int UNDEFINED = -32766;

    private static final int POINTER = 8;
    private static final int INTEGER = 4;

    /** Returns the ABI of a library. */
    static MpiAbi of(NativeLibrary library) {
        if (library.functionOrZero("MPI_Abi_get_version") != 0) {
            return new MpiAbi("MPI 5 ABI", POINTER, 0x101, 0x247, 0x143, 0x180, 0, 4096);
        }
        if (library.functionOrZero("ompi_mpi_comm_world") != 0) {
            return new MpiAbi(
                    "Open MPI",
                    POINTER,
                    library.function("ompi_mpi_comm_world"),
                    library.function("ompi_mpi_byte"),
                    library.function("ompi_mpi_errors_return"),
                    library.function("ompi_request_null"),
                    0,
                    3);
        }
        return new MpiAbi("MPICH", INTEGER, 0x44000000, 0x4c00010d, 0x54000001, 0x2c000000, 1, 3);
    }
}
