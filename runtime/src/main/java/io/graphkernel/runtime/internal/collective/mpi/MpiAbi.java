package io.graphkernel.runtime.internal.collective.mpi;

import io.graphkernel.runtime.internal.device.NativeLibrary;

/**
 * How a library spells what functions of MPI take. The three spellings there are do not mix, and are told apart by
 * symbols.
 *
 * @param name the library's family, for messages
 * @param handleBytes the size of a handle in memory
 * @param world the handle of all ranks
 * @param bytes that of the datatype of bytes
 * @param errorsReturn that of the error handler that returns
 * @param noRequest that of no request
 * @param statusesIgnored what says that no status is wanted
 * @param threadMultiple the level at which all threads may call
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

    /** What MPI says for a number that there is not. */
    static final int UNDEFINED = -32766;

    private static final int POINTER = 8;
    private static final int INTEGER = 4;

    /** That of a library. */
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
