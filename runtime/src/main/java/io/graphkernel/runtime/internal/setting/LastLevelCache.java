package io.graphkernel.runtime.internal.setting;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The last-level cache of this machine. */
public final class LastLevelCache {
    private static final String PROPERTY = "graphkernel.llc";
    private static final String VARIABLE = "GRAPHKERNEL_LLC";
    private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");
    private static final CpuModel.Caches MODEL = CpuModel.Caches.DEFAULT;

    /** 0 until it is requested. */
    private static volatile long cached;

    private LastLevelCache() {}

    /**
     * Returns this machine's share of the last-level cache in bytes: {@code graphkernel.llc} or {@code GRAPHKERNEL_LLC}
     * (bytes, or a number with K, M or G), else the system's size, at most 8 MiB for each processor that shares it.
     */
    public static long bytes() {
        long bytes = cached;
        if (bytes == 0) {
            bytes = setting();
            bytes = bytes != 0 ? bytes : largest(CACHES);
            cached = bytes;
        }
        return bytes;
    }

    /**
     * Returns the size that {@code graphkernel.llc} or {@code GRAPHKERNEL_LLC} specifies.
     *
     * @return 0 if nothing is set
     * @throws InvalidArgumentException if it is not a size
     */
    public static long setting() {
        String named = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        return named == null || named.isBlank() ? 0 : setting(named);
    }

    static long setting(String text) {
        long bytes = parse(text);
        if (bytes <= 0) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    PROPERTY + " or " + VARIABLE,
                    text,
                    "the size of the last-level cache is a positive number of bytes",
                    "set it to a number of bytes, such as 33554432 or 32M");
        }
        return bytes;
    }

    static long largest(Path directory) {
        long largest = 0;
        try (DirectoryStream<Path> caches = Files.newDirectoryStream(directory, "index*")) {
            for (Path cache : caches) {
                long size = parse(Files.readString(cache.resolve("size")));
                largest = Math.max(largest, Math.min(size, processors(cache) * MODEL.lastLevelBytesPerProcessor()));
            }
        } catch (IOException | DirectoryIteratorException | SecurityException e) {
            // Some systems, and containers that hide it, do not report the size.
            return MODEL.defaultLastLevelBytes();
        }
        return largest > 0 ? largest : MODEL.defaultLastLevelBytes();
    }

    /** Returns the number of processors that share a cache: the bits of its hexadecimal map with commas. */
    private static int processors(Path cache) throws IOException {
        String map = Files.readString(cache.resolve("shared_cpu_map"));
        return map.chars()
                .map(digit -> Integer.bitCount(Math.max(0, Character.digit(digit, 16))))
                .sum();
    }

    /** Parses a number of bytes with an optional K, M or G; returns 0 if it is invalid. */
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
