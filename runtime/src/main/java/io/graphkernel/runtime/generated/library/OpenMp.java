package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;

/**
 * Keeps oneDNN to the thread that calls it. A call is split for the threads of kernels, so oneDNN's own would compete
 * with them; and OpenMP's threads go on spinning for milliseconds after their work.
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

    /** 0 if the OpenMP runtime of this platform does not show the function; its threads are then left alone. */
    private static long address(String function) {
        Pointer pointer = Loader.addressof(function);
        return pointer == null ? 0 : pointer.address();
    }

    /**
     * Sets the calling thread's number of OpenMP threads to one.
     *
     * @return what it was, for {@link #restore}
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

    /** Sets the calling thread's number of OpenMP threads back, which belongs to the application. */
    static void restore(int threads) {
        if (threads != 1) {
            NativeBridge.call(SET_NUM_THREADS, threads);
        }
    }
}
