package io.graphkernel.runtime.internal.memory;

/** Memory that native code of this process can reach. */
public interface HostStorage extends Storage {
    /**
     * Keeps the memory mapped, whoever releases it. It may come into other use meanwhile.
     *
     * @return ends this; it is run once
     */
    Runnable pin();
}
