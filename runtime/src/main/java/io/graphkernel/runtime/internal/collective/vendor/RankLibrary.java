package io.graphkernel.runtime.internal.collective.vendor;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.util.List;

/**
 * A vendor's library of collectives over device memory, opened by name. Its functions return 0 or an error code, use
 * the current device of the calling thread, and run in stream order.
 */
abstract class RankLibrary {
    private static final int SUCCESS = 0;

    private final String name;
    private final String property;
    private final NativeLibrary library;
    private final long asyncError;
    private final long errorText;

    /**
     * Opens the library.
     *
     * @param name name of the library
     * @param property system property that specifies its file
     * @param files default file names
     * @param asyncError function that returns asynchronous errors
     * @param errorText function that returns the message of an error
     * @throws CommunicatorException if there is none
     */
    RankLibrary(String name, String property, List<String> files, String asyncError, String errorText) {
        this.name = name;
        this.property = property;
        String named = System.getProperty(property);
        try {
            library = NativeLibrary.open(named == null ? files : List.of(named));
        } catch (UnsatisfiedLinkError e) {
            throw missing(e);
        }
        this.asyncError = function(asyncError);
        this.errorText = function(errorText);
    }

    private CommunicatorException missing(UnsatisfiedLinkError problem) {
        return new CommunicatorException(
                problem, RuntimeProblem.RANK_LIBRARY_MISSING, name, problem.getMessage(), property);
    }

    /**
     * Returns the address of a function.
     *
     * @throws CommunicatorException if the library has no such function
     */
    final long function(String function) {
        try {
            return library.function(function);
        } catch (UnsatisfiedLinkError e) {
            throw missing(e);
        }
    }

    /** Returns the size of the unique id of a group. */
    abstract int idBytes();

    /** Creates a unique id. */
    abstract void newId(long address);

    /**
     * Joins a group, which all ranks do concurrently.
     *
     * @param id address of the unique id that one rank has created
     * @return the handle of the rank
     */
    abstract long join(int size, int rank, long id);

    /** Returns true if the library supports the reduction of a request, or if it has none. */
    abstract boolean computes(CollectiveRequest request);

    /**
     * Enqueues a collective into a stream.
     *
     * @param member this rank in its group
     */
    abstract void put(CollectiveRequest request, RankHandle member, long source, long target, long stream);

    /** A rank as the library identifies it. */
    record RankHandle(long handle, int rank, int size) {}

    /** Aborts collectives in progress; their results are undefined. */
    abstract void abort(long handle);

    /** Destroys an idle rank. */
    abstract void destroy(long handle);

    /** Returns an asynchronous error of the rank; 0 for none. */
    final int error(long handle) {
        long answer = NativeScratch.address();
        Memory.putInt(answer, SUCCESS);
        call(asyncError, handle, answer);
        return Memory.getInt(answer);
    }

    /** Formatted as {@code 6 (remote error)}. */
    final String described(int error) {
        long text = call(errorText, error);
        return error + " (" + (text == 0 ? "no text" : NativeLibrary.text(text)) + ")";
    }

    /** Throws an exception if the result of a call is an error. */
    final void check(String function, long status) {
        if ((int) status != SUCCESS) {
            throw new CommunicatorException(
                    RuntimeProblem.RANK_LIBRARY_ERROR, function, toString(), described((int) status));
        }
    }

    /** Formatted as {@code NCCL (libnccl.so.2)}. */
    @Override
    public final String toString() {
        return name + " (" + library.name() + ")";
    }
}
