package io.graphkernel.runtime.internal.collective.vendor;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import java.util.List;

/**
 * A vendor's library of collectives over memory of its devices, opened by name. Its functions give 0 or the number of an error,
 * work on the device that is the calling thread's, and do what they are asked in the order of a stream.
 */
abstract class RankLibrary {
    private static final int SUCCESS = 0;

    private final String name;
    private final NativeLibrary library;
    private final long asyncError;
    private final long errorText;

    /**
     * Opens it.
     *
     * @param name what it is called
     * @param property the system property that names its file
     * @param files the names to try otherwise
     * @param asyncError the function that tells of errors since
     * @param errorText the function that has a text for an error
     * @throws CommunicatorException if there is none
     */
    RankLibrary(String name, String property, List<String> files, String asyncError, String errorText) {
        this.name = name;
        String named = System.getProperty(property);
        try {
            library = NativeLibrary.open(named == null ? files : List.of(named));
            this.asyncError = library.function(asyncError);
            this.errorText = library.function(errorText);
        } catch (UnsatisfiedLinkError e) {
            throw missing(e, name, property);
        }
    }

    static CommunicatorException missing(UnsatisfiedLinkError problem, String name, String property) {
        return new CommunicatorException(
                problem, RuntimeProblem.RANK_LIBRARY_MISSING, name, problem.getMessage(), property);
    }

    final long function(String function) {
        return library.function(function);
    }

    /** The bytes by which the ranks of a group find each other. */
    abstract int idBytes();

    /** Makes such bytes. */
    abstract void newId(long address);

    /**
     * Joins a group; all ranks do so at the same time.
     *
     * @param id the address of the bytes that one rank has made
     * @return the handle of the rank
     */
    abstract long join(int size, int rank, long id);

    /** Whether it combines elements of a request, or combines none. */
    abstract boolean computes(CollectiveRequest request);

    /**
     * Puts a collective into a stream.
     *
     * @param place what this rank is of its group
     */
    abstract void put(CollectiveRequest request, Place place, long source, long target, long stream);

    /** A rank, as the library knows it. */
    record Place(long handle, int rank, int size) {}

    /** Ends what is under way, with whatever results. */
    abstract void abort(long handle);

    /** Gives a rank back that has done all that it was asked. */
    abstract void destroy(long handle);

    /** An error since the rank was made; 0 for none. */
    final int error(long handle) {
        long answer = CallMemory.address();
        Memory.putInt(answer, SUCCESS);
        call(asyncError, handle, answer);
        return Memory.getInt(answer);
    }

    /** As in {@code 6 (remote error)}. */
    final String described(int error) {
        long text = call(errorText, error);
        return error + " (" + (text == 0 ? "no text" : NativeLibrary.text(text)) + ")";
    }

    /** Throws what the result of a call says, if it is an error. */
    final void check(String function, long status) {
        if ((int) status != SUCCESS) {
            throw new CommunicatorException(
                    RuntimeProblem.RANK_LIBRARY_ERROR, function, toString(), described((int) status));
        }
    }

    /** As in {@code NCCL (libnccl.so.2)}. */
    @Override
    public final String toString() {
        return name + " (" + library.name() + ")";
    }
}
