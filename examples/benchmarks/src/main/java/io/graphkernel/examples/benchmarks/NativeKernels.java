package io.graphkernel.examples.benchmarks;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.parallel.Scratch;
import io.graphkernel.runtime.internal.parallel.ThreadTeam;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;

/**
 * Kernels that are written in C, in the same ABI and on the same kind of threads as ours: the embedded compiler compiles
 * them when the benchmark starts.
 */
public final class NativeKernels {
    private static final Map<String, long[]> LOADED = new ConcurrentHashMap<>();

    private final long[] functions;
    private final int threads;
    private final ThreadTeam team;
    private final Scratch scratch = new Scratch();

    /**
     * Compiles and loads the kernels of a C source, once for all numbers of threads.
     *
     * @param owner class in the package of the source
     * @param name name of the source without {@code .c}
     * @param count number of kernels in its table
     * @param threads number of threads
     */
    public NativeKernels(Class<?> owner, String name, int count, int threads) {
        BridgeLibrary.ensureLoaded();
        this.functions = LOADED.computeIfAbsent(name, key -> load(owner, name, count));
        this.threads = threads;
        this.team = threads > 1 ? new ThreadTeam(threads) : null;
    }

    /**
     * A call of a kernel.
     *
     * @param function its number in the table
     * @param arguments its slots
     * @param items the length of its parallel range
     */
    public Runnable launch(int function, long[] arguments, long items) {
        LongPointer slots = new LongPointer(arguments);
        long kernel = functions[function];
        return () -> {
            if (team == null) {
                NativeBridge.launch(kernel, slots.address(), 0, items, 0);
            } else if (!team.run(NativeBridge::launch, kernel, slots.address(), items, 1, 0, threads, scratch)) {
                throw new IllegalStateException("the threads of these kernels are at work for another caller");
            }
        };
    }

    private static long[] load(Class<?> owner, String name, int count) {
        Platform platform = Platform.host().orElseThrow(() -> new IllegalStateException("no kernels for this host"));
        try {
            String source = name + ".c";
            byte[] library = new NativeToolchain(NativeToolchain.Settings.defaults())
                    .build(new KernelSource(name, source, text(owner, source)), platform);
            Path file = Files.createTempDirectory(name).resolve(platform.libraryFileName(name));
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
        long[] addresses = new long[count];
        new LongPointer(Loader.addressof("gk_" + name + "_" + (level == 0 ? "neon" : "v" + level))).get(addresses);
        return addresses;
    }

    private static String text(Class<?> owner, String source) throws IOException {
        try (InputStream stream = owner.getResourceAsStream(source)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
