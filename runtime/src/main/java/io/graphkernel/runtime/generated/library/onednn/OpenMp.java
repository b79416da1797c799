package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;

/**
 * Restriction of oneDNN to the calling thread. Calls are already split for the kernel threads, which oneDNN's own
 * threads would compete with. OpenMP threads also keep spinning for milliseconds after their work.
 */
final class OpenMp {
    private static final long GET_MAX_THREADS;
    private static final long SET_NUM_THREADS;

    static {
        BridgeLibrary.ensureLoaded();
        JavaCpp.ensureLoaded();
        GET_MAX_THREADS = address("omp_get_max_threads");
        SET_NUM_THREADS = address("omp_set_num_threads");
    }

    private OpenMp() {}

    /**
     * Returns 0 if the OpenMP runtime of this platform does not export the function; its threads are not restricted
     * then.
     */
    private static long address(String function) {
        Pointer pointer = Loader.addressof(function);
        return pointer == null ? 0 : pointer.address();
    }

    /**
     * Sets the number of OpenMP threads of the calling thread to one.
     *
     * @return the previous number, for {@link #restore}
     */
    static int useOneThread() {
        if (GET_MAX_THREADS == 0 || SET_NUM_THREADS == 0) {
            return 1;
        }
        int threads = (int) NativeBridge.call(GET_MAX_THREADS, 0);
        if (threads != 1) {
            NativeBridge.call(SET_NUM_THREADS, 1);
        }
        return threads;
    }

    /** Restores the number of OpenMP threads of the calling thread, which belongs to the application. */
    static void restore(int threads) {
        if (threads != 1) {
            NativeBridge.call(SET_NUM_THREADS, threads);
        }
    }
}
