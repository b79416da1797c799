package io.graphkernel.runtime.internal.collective.mpi;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The MPI functions in use, by address. */
final class MpiLibrary {
    static final String PROPERTY = "graphkernel.mpi.library";

    private static final int SUCCESS = 0;

    /** Buffer size for error messages, which exceeds all of them. */
    private static final int MAX_TEXT = 2048;

    private final NativeLibrary library;
    private final MpiAbi abi;
    private final long isend;
    private final long irecv;
    private final long testsome;
    private final long cancel;
    private final long errorString;

    /**
     * Opens the library of this process.
     *
     * @param environment environment of this process, which identifies its mpirun
     * @throws CommunicatorException if there is none
     */
    MpiLibrary(Map<String, String> environment) {
        List<String> names = fileNames(environment);
        // UCX, which some libraries use, would take signals of the JVM for crashes.
        NativeLibrary.setEnvironment("UCX_ERROR_SIGNALS", "");
        try {
            library = NativeLibrary.open(names);
            abi = MpiAbi.of(library);
            isend = library.function("MPI_Isend");
            irecv = library.function("MPI_Irecv");
            testsome = library.function("MPI_Testsome");
            cancel = library.function("MPI_Cancel");
            errorString = library.function("MPI_Error_string");
        } catch (UnsatisfiedLinkError e) {
            throw new CommunicatorException(e, RuntimeProblem.MPI_MISSING, e.getMessage());
        }
    }

    /** Returns the file names to try, starting with those of the mpirun that has started this process. */
    static List<String> fileNames(Map<String, String> environment) {
        String named = System.getProperty(PROPERTY);
        if (named != null) {
            return List.of(named);
        }
        if (PlatformNames.current().startsWith("macosx")) {
            return List.of("libmpi.dylib", "libmpich.dylib", "libmpi_abi.dylib");
        }
        if (PlatformNames.current().startsWith("windows")) {
            return List.of("msmpi.dll", "impi.dll");
        }
        List<String> openMpi = List.of("libmpi.so.40", "libmpi.so.80");
        List<String> mpich = List.of("libmpich.so.12", "libmpi.so.12", "libmpich.so.17", "libmpi.so.17");
        boolean isOpenMpi = environment.containsKey(MpiLauncher.OPEN_MPI_SIZE);
        boolean isMpich = !isOpenMpi && environment.containsKey(MpiLauncher.MPICH_SIZE);
        List<String> names = new ArrayList<>(isMpich ? mpich : openMpi);
        names.addAll(isMpich ? openMpi : mpich);
        names.addAll(List.of("libmpi.so", "libmpi_abi.so.1", "libmpi_abi.so.0", "libmpi_abi.so"));
        return names;
    }

    MpiAbi abi() {
        return abi;
    }

    /** Formatted as {@code Open MPI (libmpi.so.40)}. */
    @Override
    public String toString() {
        return abi.name() + " (" + library.name() + ")";
    }

    /** Initializes MPI if necessary, and returns its thread level. */
    int begin() {
        long answer = NativeScratch.address();
        check("MPI_Initialized", call(library.function("MPI_Initialized"), answer));
        if (Memory.getInt(answer) != 0) {
            check("MPI_Query_thread", call(library.function("MPI_Query_thread"), answer));
        } else {
            check("MPI_Init_thread", call(library.function("MPI_Init_thread"), 0, 0, abi.threadMultiple(), answer));
        }
        check(
                "MPI_Comm_set_errhandler",
                call(library.function("MPI_Comm_set_errhandler"), abi.world(), abi.errorsReturn()));
        return Memory.getInt(answer);
    }

    /** Returns an integer that a function such as {@code MPI_Comm_size} reports for all ranks. */
    int ofWorld(String function) {
        return of(function, abi.world());
    }

    private int of(String function, long communicator) {
        long answer = NativeScratch.address();
        check(function, call(library.function(function), communicator, answer));
        return Memory.getInt(answer);
    }

    /** Finalizes MPI, which blocks until all ranks do so. */
    void end() {
        long answer = NativeScratch.address();
        check("MPI_Finalized", call(library.function("MPI_Finalized"), answer));
        if (Memory.getInt(answer) == 0) {
            check("MPI_Finalize", call(library.function("MPI_Finalize")));
        }
    }

    /** Terminates the processes of all ranks including this one. */
    void abort(int status) {
        call(library.function("MPI_Abort"), abi.world(), status);
    }

    /** Starts to send bytes, and stores the handle. */
    void send(long address, int bytes, int rank, int tag, long handle) {
        check("MPI_Isend", call(isend, address, bytes, abi.bytes(), rank, tag, abi.world(), handle, 0));
    }

    /** Starts to receive bytes, and stores the handle. */
    void receive(long address, int bytes, int rank, int tag, long handle) {
        check("MPI_Irecv", call(irecv, address, bytes, abi.bytes(), rank, tag, abi.world(), handle, 0));
    }

    /** Tests messages, stores the indices of completed ones, and returns their number. */
    int test(int handleCount, long handles, long count, long positions) {
        check("MPI_Testsome", call(testsome, handleCount, handles, count, positions, abi.statusesIgnored()));
        return Math.max(0, Memory.getInt(count));
    }

    /** Cancels a message. */
    void cancel(long handle) {
        check("MPI_Cancel", call(cancel, handle));
    }

    private void check(String function, long status) {
        if ((int) status != SUCCESS) {
            throw new CommunicatorException(
                    RuntimeProblem.MPI_ERROR, function, toString(), (int) status, text((int) status));
        }
    }

    private String text(int status) {
        long text = NativeScratch.address();
        long length = text + MAX_TEXT;
        if ((int) call(errorString, status, text, length) != SUCCESS) {
            return "no text";
        }
        return NativeLibrary.text(text);
    }
}
