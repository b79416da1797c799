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
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * The machine's limit for an operation's traffic: kernels that only read the same arrays and write the same results, in
 * the same ABI and on the same kind of threads as ours.
 */
final class TrafficLimit {
    private static final String TAG = "traffic";
    private static final String SOURCE = TAG + ".c";

    /** The numbers of each array in an item of the parallel range; TRAFFIC_BLOCK in the C source. */
    private static final long BLOCK = 1024;

    private static final int COPY = 0;
    private static final int SUM = 2;
    private static final int UPDATE_IN_PLACE = 4;
    private static final int FUNCTIONS = 5;

    private final long[] functions;
    private final int threads;
    private final ThreadTeam team;
    private final Scratch scratch = new Scratch();

    /**
     * Compiles and loads the kernels.
     *
     * @param threads on how many threads they run
     */
    TrafficLimit(int threads) {
        BridgeLibrary.ensureLoaded();
        this.functions = load();
        this.threads = threads;
        this.team = threads > 1 ? new ThreadTeam(threads, NativeBridge::launch) : null;
    }

    /**
     * The contestants for one operation; the better one is the limit.
     *
     * @param operands the arrays that are read, then the one that is written unless the operation is in place
     * @param length the numbers in each array, a multiple of 1024
     */
    List<Harness.Contestant> contestants(Operation operation, List<Pointer> operands, long length) {
        if (operation.inPlace()) {
            return List.of(new Harness.Contestant("limit in place", launch(UPDATE_IN_PLACE, operands, length)));
        }
        int first = operation.arraysRead() == 1 ? COPY : SUM;
        return List.of(
                new Harness.Contestant("limit", launch(first, operands, length)),
                new Harness.Contestant("limit streaming", launch(first + 1, operands, length)));
    }

    private Runnable launch(int function, List<Pointer> operands, long length) {
        if (length % BLOCK != 0) {
            throw new IllegalArgumentException(length + " is no multiple of " + BLOCK);
        }
        LongPointer slots = new LongPointer(operands.size());
        for (int slot = 0; slot < operands.size(); slot++) {
            slots.put(slot, operands.get(slot).address());
        }
        long kernel = functions[function];
        long items = length / BLOCK;
        return () -> {
            if (team == null) {
                NativeBridge.launch(kernel, slots.address(), 0, items, 0);
            } else if (!team.run(kernel, slots.address(), items, 1, 0, threads, scratch)) {
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
        long[] functions = new long[FUNCTIONS];
        new LongPointer(Loader.addressof("gk_" + TAG + "_" + (level == 0 ? "neon" : "v" + level))).get(functions);
        return functions;
    }

    private static String text() throws IOException {
        try (InputStream stream = TrafficLimit.class.getResourceAsStream(SOURCE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
