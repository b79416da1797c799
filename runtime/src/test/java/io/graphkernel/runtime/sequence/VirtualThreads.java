package io.graphkernel.runtime.sequence;

/** Virtual threads, which JDK 21 and later have. */
final class VirtualThreads {
    private VirtualThreads() {}

    /** Starts a virtual thread. */
    static Thread start(Runnable task) {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no virtual threads", e);
        }
    }
}
