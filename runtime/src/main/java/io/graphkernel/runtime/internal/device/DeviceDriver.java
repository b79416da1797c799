package io.graphkernel.runtime.internal.device;

import io.graphkernel.abi.KernelAbi;
import java.util.Optional;

/**
 * One device, opened through its driver. All methods may be called by any thread. What the driver refuses is thrown as a
 * {@link io.graphkernel.runtime.exception.DeviceException} that names the call and the driver's error, or as a
 * {@link io.graphkernel.runtime.exception.DeviceLostException} if the device is gone.
 */
public interface DeviceDriver {
    /** What the driver says about the device. */
    DeviceProperties properties();

    /** The id of its plugin and of the target. */
    String target();

    /** Into how many parts the ranges of its kernels are cut. */
    RangeParts parts();

    /**
     * What the file of our kernels for library calls is called after its stem, such as {@code .ptx}.
     *
     * @return empty if there are none for such devices, where library calls do not run
     */
    default Optional<String> programSuffix() {
        return Optional.empty();
    }

    /** Makes the device that of the calling thread, where the driver has such a notion. */
    default void makeCurrent() {}

    /**
     * New device memory, aligned to {@link KernelAbi#MEMORY_ALIGNMENT} bytes at least.
     *
     * @param bytes more than 0
     * @return its address, or 0 if there is no such memory
     */
    long allocate(long bytes);

    /** Gives memory back at once; nothing on the device may use it any more. */
    void free(long address);

    /** Memory of the host that the device copies from and to at full speed; 0 if there is no such memory. */
    long allocateStaging(long bytes);

    /** Gives back what {@link #allocateStaging} gave. */
    void freeStaging(long address);

    /** A new queue of work. */
    Queue newQueue();

    /**
     * Makes a program loadable kernels out of its text.
     *
     * @param name what messages call it
     * @param text what the target has put into the jar
     * @throws io.graphkernel.runtime.exception.KernelLibraryException with the compiler's log if it is refused
     */
    Program load(String name, byte[] text);

    /**
     * The directory in the jar, next to that of the target, which has a binary of a class that the device loads as it is.
     *
     * @return empty if such devices have none
     */
    default Optional<String> binaryDirectory() {
        return Optional.empty();
    }

    /**
     * As {@link #load(String, byte[])}, of a class whose jar has a binary for the device.
     *
     * @param binary what is in {@link #binaryDirectory}
     */
    default Program load(String name, byte[] text, byte[] binary) {
        return load(name, text);
    }

    /** Whether {@link Queue#launch} needs to be told the addresses among the slots. */
    default boolean needsPointers() {
        return false;
    }

    /** A loaded program. */
    interface Program {
        /**
         * The handle of a kernel.
         *
         * @throws io.graphkernel.runtime.exception.KernelLibraryException if there is none of this name
         */
        Function function(String name);
    }

    /** A kernel of a program. */
    interface Function {}

    /** A queue of work that runs in order, asynchronously to the host. */
    interface Queue {
        /** The driver's own handle. */
        long handle();

        /**
         * Launches a kernel. Nothing is allocated on the heap.
         *
         * @param function a kernel of this device
         * @param parts into how many parts its range is cut, as {@link DeviceDriver#parts} says: the groups of a GPU
         * @param arguments the host address of the slots, which are copied before this returns
         * @param bytes their size
         * @param pointers the host address of a list of the device addresses among the slots
         * @param pointerCount the length of the list; 0 unless {@link DeviceDriver#needsPointers}
         */
        void launch(Function function, long parts, long arguments, long bytes, long pointers, int pointerCount);

        /** Copies staging memory to the device; it must stay as it is until the copy is done. */
        void copyToDevice(long target, long staging, long bytes);

        /** Copies device memory to staging memory, which is valid when the copy is done. */
        void copyToHost(long staging, long source, long bytes);

        /** Copies on the device. */
        void copy(long target, long source, long bytes);

        /** Work given to this queue from now on waits for what the other one has been given so far. */
        void await(Queue other);

        /** Work given to this queue from now on waits for an event. */
        void await(Mark event);

        /** A mark after what the queue has been given so far. */
        Mark mark();

        /** Waits until everything is done. */
        void synchronize();

        /** From now on launches are recorded in place of run. */
        void beginCapture();

        /** Ends a capture. */
        Graph endCapture();

        /** Runs what a graph has recorded. */
        void launch(Graph graph);

        /** Gives the queue back; its work is done. */
        void close();
    }

    /** A point in a queue. */
    interface Mark {
        /** Whether the queue has reached it. */
        boolean isDone();

        /** Waits until the queue has reached it. */
        void synchronize();

        /**
         * The time that the device took from an earlier mark to this one, both done, in nanoseconds.
         */
        long nanosSince(Mark earlier);

        /** Gives it back. */
        void close();
    }

    /** Recorded launches. */
    interface Graph {
        /** Gives it back; nothing on the device may run it any more. */
        void close();
    }
}
