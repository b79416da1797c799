package io.graphkernel.runtime.internal.setting;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;

/**
 * How much memory a launch must read and write for results to bypass the caches. The size of the last-level cache does not
 * tell: others may share it, and what a store that misses costs differs. So it is measured, by copies to and fro of some sizes with both
 * kinds of stores: once for each number of threads, when a launch first asks, and kept in the directory of native libraries.
 * It decides no bit of a result.
 */
public final class StreamingThreshold {
    /** Up to this, or three quarters of a smaller last-level cache, results stay near. */
    private static final long LEAST = 8L << 20;

    /** The largest copy. */
    private static final long MOST = 64L << 20;

    private static final String FILE = "streaming-threshold";

    /** By the number of threads. */
    private static final Map<Integer, Long> KNOWN = new ConcurrentHashMap<>();

    private StreamingThreshold() {}

    /**
     * Whether results of a launch should bypass the caches. Only between what is near for certain and the size of the
     * last-level cache does it need to be measured.
     *
     * @param footprint all bytes that it reads and writes
     */
    public static boolean isExceededBy(long footprint) {
        return footprint > least() && (footprint > LastLevelCache.bytes() || footprint > bytes());
    }

    /**
     * The most bytes whose results stay in the caches, for the present number of threads.
     *
     * @return three quarters of the last-level cache for one thread, else all of it, if {@code graphkernel.llc} is set or
     *     the machine is too busy for a measurement
     */
    public static long bytes() {
        return KNOWN.computeIfAbsent(KernelTeam.count(), StreamingThreshold::find);
    }

    private static long least() {
        return Math.min(LEAST, bySize(1));
    }

    private static long bySize(int threads) {
        long bytes = LastLevelCache.bytes();
        return threads == 1 ? bytes - bytes / 4 : bytes;
    }

    private static long find(int threads) {
        if (LastLevelCache.setting() != 0 || !BridgeLibrary.isLoadable()) {
            return bySize(threads);
        }
        BridgeLibrary.ensureLoaded();
        String key = String.join(
                " ",
                FILE,
                System.getProperty("os.arch"),
                String.valueOf(NativeBridge.instructionSet()),
                String.valueOf(Runtime.getRuntime().availableProcessors()),
                String.valueOf(LastLevelCache.bytes()),
                String.valueOf(threads));
        Optional<Long> known = kept(key);
        if (known.isPresent()) {
            return known.get();
        }
        try (TimedCopies copies = new TimedCopies(threads, most())) {
            // A copy while others are at work says nothing, and no more are made.
            long bytes = threshold(least(), most(), bySize(threads), size -> copies.isQuiet() && copies.gains(size));
            if (!copies.isQuiet()) {
                return bySize(threads);
            }
            keep(key, bytes);
            return bytes;
        }
    }

    private static long most() {
        return Math.min(MOST, LastLevelCache.bytes());
    }

    /**
     * The largest size before two in a row that gain.
     *
     * @param least the smallest size
     * @param most the largest one
     * @param otherwise the result if there are none
     * @param gains whether stores past the caches gain for a size
     */
    static long threshold(long least, long most, long otherwise, LongPredicate gains) {
        long before = least;
        boolean gained = false;
        // Steps of about √2, and the largest.
        for (long bytes = least; ; bytes = Math.min(most, bytes + bytes / 2)) {
            boolean gain = gains.test(bytes);
            if (gain && gained) {
                return before;
            }
            before = gain ? before : bytes;
            gained = gain;
            if (bytes == most) {
                return gained ? before : otherwise;
            }
        }
    }

    private static Optional<Long> kept(String key) {
        try {
            return Optional.ofNullable(NativeDirectory.current().kept(key, FILE))
                    .map(content -> Long.parseLong(new String(content, StandardCharsets.US_ASCII)));
        } catch (KernelLibraryException e) {
            // Libraries are loaded from there, which says what is wrong; the next process measures again.
            return Optional.empty();
        }
    }

    private static void keep(String key, long bytes) {
        try {
            NativeDirectory.current().keep(key, FILE, Long.toString(bytes).getBytes(StandardCharsets.US_ASCII));
        } catch (KernelLibraryException e) {
            System.getLogger("io.graphkernel")
                    .log(Level.DEBUG, "the threshold of streaming stores is measured again by each process", e);
        }
    }
}
