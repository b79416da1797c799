package io.graphkernel.examples.benchmarks;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import io.graphkernel.runtime.loading.BridgeLibrary;
import io.graphkernel.runtime.parallel.Scratch;
import io.graphkernel.runtime.parallel.ThreadTeam;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * The machine's limit for an operation's traffic: kernels that only read the same arrays and write the same results, in
 * the same ABI and on the same kind of threads as ours.
 */
public final class TrafficLimit {
    private static final String TAG = "traffic";
    private static final String SOURCE = TAG + ".c";

    /** The numbers of each array in an item of the parallel range; TRAFFIC_BLOCK in the C source. */
    private static final long BLOCK = 1024;

    /** The bytes of the largest array in an item of a mix of arrays: a page, so that the next one is known in time. */
    private static final long PAGE = 4096;

    private static final long CACHE_LINE = 64;
    private static final int COPY = 0;
    private static final int SUM = 2;
    private static final int UPDATE_IN_PLACE = 4;
    private static final int MIX = 5;
    private static final int FUNCTIONS = 7;

    private static long[] functions;

    private final int threads;
    private final ThreadTeam team;
    private final Scratch scratch = new Scratch();

    /**
     * Compiles and loads the kernels, once for all limits.
     *
     * @param threads on how many threads they run
     */
    public TrafficLimit(int threads) {
        BridgeLibrary.ensureLoaded();
        synchronized (TrafficLimit.class) {
            if (functions == null) {
                functions = load();
            }
        }
        this.threads = threads;
        this.team = threads > 1 ? new ThreadTeam(threads) : null;
    }

    /** What happens to an array; the order is that of the C source. */
    public enum Role {
        READ,
        WRITE,
        UPDATE
    }

    /**
     * An array of the traffic.
     *
     * @param address where it begins, at a cache line
     * @param bytes how much of it is moved
     * @param role in which direction
     */
    public record Array(long address, long bytes, Role role) {}

    /**
     * The contestants for any mix of arrays; the better one is the limit. What is written is filled with zeros, what is
     * updated keeps its contents.
     */
    public List<Harness.Contestant> contestants(List<Array> arrays) {
        long largest = arrays.stream().mapToLong(Array::bytes).max().orElse(0);
        long items = Math.max(1, largest / PAGE);
        List<Long> slots = new ArrayList<>(List.of(items, 0L, (long) arrays.size()));
        for (Array array : arrays) {
            slots.addAll(List.of(array.address(), array.bytes() / CACHE_LINE, (long)
                    array.role().ordinal()));
        }
        long[] values = slots.stream().mapToLong(Long::longValue).toArray();
        return List.of(
                new Harness.Contestant("limit", launch(MIX, values, items)),
                new Harness.Contestant("limit streaming", launch(MIX + 1, values, items)));
    }

    /**
     * The contestants for one operation; the better one is the limit.
     *
     * @param operands the arrays that are read, then the one that is written unless the operation is in place
     * @param length the numbers in each array, a multiple of 1024
     */
    List<Harness.Contestant> contestants(Operation operation, List<Pointer> operands, long length) {
        if (length % BLOCK != 0) {
            throw new IllegalArgumentException(length + " is no multiple of " + BLOCK);
        }
        long items = length / BLOCK;
        long[] slots = operands.stream().mapToLong(Pointer::address).toArray();
        if (operation.inPlace()) {
            return List.of(new Harness.Contestant("limit in place", launch(UPDATE_IN_PLACE, slots, items)));
        }
        int first = operation.arraysRead() == 1 ? COPY : SUM;
        return List.of(
                new Harness.Contestant("limit", launch(first, slots, items)),
                new Harness.Contestant("limit streaming", launch(first + 1, slots, items)));
    }

    private Runnable launch(int function, long[] arguments, long items) {
        LongPointer slots = new LongPointer(arguments);
        long kernel = functions[function];
        return () -> {
            if (team == null) {
                NativeBridge.launch(kernel, slots.address(), 0, items, 0);
            } else if (!team.run(NativeBridge::launch, kernel, slots.address(), items, 1, 0, threads, scratch)) {
                throw new IllegalStateException("the threads of the limit are at work for another caller");
            }
        };
    }

    private static long[] load() {
        Platform platform = Platform.host().orElseThrow(() -> new IllegalStateException("no kernels for this host"));
        try {
            byte[] library = new NativeToolchain(NativeToolchain.Settings.defaults())
                    .build(new KernelSource(TAG, SOURCE, text()), platform);
            Path file = Files.createTempDirectory(TAG).resolve(platform.libraryFileName(TAG));
            Files.write(file, library);
            Loader.loadGlobal(file.toString());
            // Deleted in the reverse order: the file before its directory.
            file.getParent().toFile().deleteOnExit();
            file.toFile().deleteOnExit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ToolchainException e) {
            throw new IllegalStateException(e);
        }
        int level = NativeBridge.instructionSet();
        long[] addresses = new long[FUNCTIONS];
        new LongPointer(Loader.addressof("gk_" + TAG + "_" + (level == 0 ? "neon" : "v" + level))).get(addresses);
        return addresses;
    }

    private static String text() throws IOException {
        try (InputStream stream = TrafficLimit.class.getResourceAsStream(SOURCE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
