package io.graphkernel.runtime.internal.memory;

/** Memory that native code of this process can access. */
public interface HostStorage extends Storage {
    /**
     * Keeps the memory mapped even if it is released, when it may be reused.
     *
     * @return an action that ends the pin, to be run once
     */
    Runnable pin();
}
