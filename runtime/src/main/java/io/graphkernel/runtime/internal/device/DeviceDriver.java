package io.graphkernel.runtime.internal.device;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.internal.parallel.RangeSplitPolicy;
import java.util.Optional;

/**
 * One device, opened through its driver. All methods are thread-safe. An error of the driver is thrown as a
 * {@link io.graphkernel.runtime.exception.DeviceException} that names the call and the driver's error, or as a
 * {@link io.graphkernel.runtime.exception.DeviceLostException} if the device is gone.
 */
public interface DeviceDriver {
    /** Returns the driver's properties of the device. */
    DeviceProperties properties();

    /** Returns the id of the plugin, which is that of the compiler's target. */
    String target();

    /** Returns the policy that splits the ranges of kernels. */
    RangeSplitPolicy splitPolicy();

    /**
     * Returns the file name suffix of our kernels for library calls, such as {@code .ptx}.
     *
     * @return empty if library calls are not supported on such devices
     */
    default Optional<String> programSuffix() {
        return Optional.empty();
    }

    /** Makes the device current for the calling thread, if the driver has a current device. */
    default void makeCurrent() {}

    /**
     * Allocates device memory, aligned to at least {@link KernelAbi#MEMORY_ALIGNMENT} bytes.
     *
     * @param bytes more than 0
     * @return its address, or 0 if the device is out of memory
     */
    long allocate(long bytes);

    /** Frees memory immediately; no work on the device may still use it. */
    void free(long address);

    /** Allocates pinned host memory for copies from and to the device; returns 0 if there is none left. */
    long allocateStaging(long bytes);

    /** Frees memory of {@link #allocateStaging}. */
    void freeStaging(long address);

    /** Creates a stream. */
    Stream newStream();

    /**
     * Loads a program from its source.
     *
     * @param name name of the program in messages
     * @param text source that the target has written into the jar
     * @throws io.graphkernel.runtime.exception.KernelLibraryException with the compiler's log if it is rejected
     */
    Program load(String name, byte[] text);

    /**
     * Returns the directory in the jar, a sibling of the target's, with variants of programs for the device's
     * architecture: binaries, or sources with its instructions.
     *
     * @return empty if such devices have none
     */
    default Optional<String> variantDirectory() {
        return Optional.empty();
    }

    /**
     * Returns the file name of the variant of a built-in program for the device's architecture.
     *
     * @param stem name of the program
     * @return empty if such devices have none
     */
    default Optional<String> variantFile(String stem) {
        return Optional.empty();
    }

    /**
     * Loads a program of which the jar has a variant for the device's architecture.
     *
     * @param variant program from {@link #variantDirectory}
     */
    default Program load(String name, byte[] text, Variant variant) {
        return load(name, text);
    }

    /**
     * Program for an architecture.
     *
     * @param name name of the program in messages
     * @param content binary, or source with the architecture's instructions
     */
    record Variant(String name, byte[] content) {}

    /** Returns true if {@link Stream#launch} needs a list of the device addresses among the slots. */
    default boolean needsPointers() {
        return false;
    }

    /**
     * Returns true if one launch runs all iterations of a loop that is inside a kernel.
     *
     * @return false if such a kernel is launched once per iteration
     */
    default boolean runsLoops() {
        return true;
    }

    /** A loaded program. */
    interface Program {
        /**
         * Returns a kernel.
         *
         * @throws io.graphkernel.runtime.exception.KernelLibraryException if the program has no kernel of this name
         */
        Function function(String name);
    }

    /** A kernel of a program. */
    interface Function {}

    /** An in-order stream of work, asynchronous to the host. */
    interface Stream {
        /** Returns the driver's handle. */
        long handle();

        /**
         * Launches a kernel, without heap allocation.
         *
         * @param function a kernel of this device
         * @param chunks number of chunks of its range, from {@link DeviceDriver#splitPolicy}: the thread blocks of a
         *     GPU
         * @param arguments host address of the slots, which are copied before this returns
         * @param bytes size of the slots
         * @param pointers host address of the list of device addresses among the slots
         * @param pointerCount length of the list; 0 unless {@link DeviceDriver#needsPointers}
         */
        void launch(Function function, long chunks, long arguments, long bytes, long pointers, int pointerCount);

        /** Copies staging memory to the device; it must not change until the copy has completed. */
        void copyToDevice(long target, long staging, long bytes);

        /** Copies device memory to staging memory, which is valid once the copy has completed. */
        void copyToHost(long staging, long source, long bytes);

        /** Copies from device memory to device memory. */
        void copy(long target, long source, long bytes);

        /** Makes later work of this stream wait for all work submitted to another stream so far. */
        void await(Stream other);

        /** Makes later work of this stream wait for an event. */
        void await(Event event);

        /** Records an event after the work submitted so far. */
        Event recordEvent();

        /** Waits until all submitted work has completed. */
        void synchronize();

        /** Starts a capture: later launches are recorded instead of run. */
        void beginCapture();

        /** Ends the capture and returns the recorded launches. */
        Graph endCapture();

        /** Runs the launches of a graph. */
        void launch(Graph graph);

        /** Destroys the stream, whose work has completed. */
        void close();
    }

    /** A recorded point in a stream. */
    interface Event {
        /** Returns true if the stream has reached the event. */
        boolean isDone();

        /** Waits until the stream has reached the event. */
        void synchronize();

        /** Returns the device time from an earlier completed event to this completed one, in nanoseconds. */
        long nanosSince(Event earlier);

        /** Destroys the event. */
        void close();
    }

    /** Recorded launches. */
    interface Graph {
        /** Destroys the graph, which must not be running. */
        void close();
    }
}
