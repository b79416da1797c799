package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** When a kernel should request operands ahead and write its results past the caches. */
public final class Streaming {
    private static final String PROPERTY = "graphkernel.llc";
    private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");
    private static final long DEFAULT_BYTES = 32L << 20;

    /** A second-level cache, as most cores have it: up to here operands are near. */
    private static final long CORE_BYTES = 1L << 20;

    /** 0 until it is asked for. */
    private static volatile long lastLevelCache;

    private Streaming() {}

    /**
     * What pays for a launch. Operands that lie beyond the caches of one core are requested before they are needed. Results
     * bypass the caches where they would leave them before they are read, and not where they would stay. One thread alone
     * loses data earlier: a layer normalisation over memory of the size of the cache took 0.72 of the time with
     * non-temporal stores on one thread, on two threads the same or more. So do results that are not written in the order
     * of memory: a cumulative sum of columns took 0.43 of the time with them.
     *
     * @param footprintBytes all memory that the launch reads and writes
     * @param inPlace whether results replace operands
     * @param inOrder whether each thread writes results in the order of memory
     * @return 0 for neither; 1 to request operands ahead; 2, never in place, if results are to bypass the caches too: for a
     *     footprint larger than the last-level cache, or than three quarters of it with one thread or out of order
     */
    public static int level(long footprintBytes, boolean inPlace, boolean inOrder) {
        if (footprintBytes <= CORE_BYTES) {
            return 0;
        }
        long known = lastLevelCache;
        long bytes = known != 0 ? known : lastLevelCacheBytes();
        boolean beyond = footprintBytes > (KernelTeam.count() == 1 || !inOrder ? bytes - bytes / 4 : bytes);
        return beyond && !inPlace ? 2 : 1;
    }

    /**
     * The size of the last-level cache in bytes: {@code graphkernel.llc} (bytes, or a number with K, M or G), else what
     * the system says, else 32 MiB.
     */
    public static long lastLevelCacheBytes() {
        long bytes = lastLevelCache;
        if (bytes == 0) {
            bytes = setting();
            bytes = bytes != 0 ? bytes : largestCache(CACHES);
            lastLevelCache = bytes;
        }
        return bytes;
    }

    /**
     * The size that {@code graphkernel.llc} names.
     *
     * @return 0 if nothing is set
     * @throws InvalidArgumentException if it is no size
     */
    public static long setting() {
        String named = System.getProperty(PROPERTY);
        return named == null || named.isBlank() ? 0 : setting(named);
    }

    public static long setting(String text) {
        long bytes = parse(text);
        if (bytes <= 0) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    PROPERTY,
                    text,
                    "the size of the last-level cache is a positive number of bytes",
                    "set it to a number of bytes, such as 33554432 or 32M");
        }
        return bytes;
    }

    static long largestCache(Path directory) {
        long largest = 0;
        try (DirectoryStream<Path> caches = Files.newDirectoryStream(directory, "index*")) {
            for (Path cache : caches) {
                largest = Math.max(largest, parse(Files.readString(cache.resolve("size"))));
            }
        } catch (IOException | DirectoryIteratorException | SecurityException e) {
            // Other systems, and containers that hide it, do not tell.
            return DEFAULT_BYTES;
        }
        return largest > 0 ? largest : DEFAULT_BYTES;
    }

    /** Bytes from a number with an optional K, M or G; 0 if it is none. */
    private static long parse(String text) {
        String number = text.strip();
        int unit = number.isEmpty() ? -1 : "KMG".indexOf(Character.toUpperCase(number.charAt(number.length() - 1)));
        if (!number.matches("[+-]?[0-9]+ *[KkMmGg]?")) {
            return 0;
        }
        try {
            return unit < 0
                    ? Long.parseLong(number)
                    : Math.multiplyExact(
                            Long.parseLong(
                                    number.substring(0, number.length() - 1).strip()),
                            1L << (10 * (unit + 1)));
        } catch (ArithmeticException | NumberFormatException e) {
            return 0;
        }
    }
}
