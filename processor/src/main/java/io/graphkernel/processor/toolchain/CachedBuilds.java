package io.graphkernel.processor.toolchain;

import io.graphkernel.common.files.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Cached execution of a {@link Build}: its file comes from the build cache, or from a work directory of the cache. */
final class CachedBuilds implements ClassLibraryBuild.Store {
    /** Key of a precompiled header. */
    private record HeaderOf(Platform platform, InstructionSet instructionSet) {}

    private final BuildCache cache;
    private final Compiler compiler;
    private final Executor processes = newProcessPool();
    /** Precompiled headers, each read or built once per compilation. */
    private final Map<HeaderOf, CompletableFuture<byte[]>> headers = new ConcurrentHashMap<>();

    CachedBuilds(BuildCache cache, Compiler compiler) {
        this.cache = cache;
        this.compiler = compiler;
    }

    String compilerIdentity() throws ToolchainException {
        return compiler.identity();
    }

    /** Returns the bytes of the file. */
    byte[] get(Build build) throws ToolchainException {
        String key = build.key(compiler.identity());
        Optional<byte[]> cached = find(key);
        if (cached.isPresent()) {
            return cached.get();
        }
        byte[] content;
        try {
            content = make(build, key);
        } catch (IOException e) {
            throw unusable(e);
        }
        store(key, content);
        return content;
    }

    /**
     * Returns a file for each platform, built in parallel.
     *
     * @throws ToolchainException exception of the first platform that fails, after all have completed
     */
    SortedMap<Platform, byte[]> getAll(Set<Platform> platforms, Function<Platform, Build> builds)
            throws ToolchainException {
        Map<Platform, CompletableFuture<byte[]>> pending = new EnumMap<>(Platform.class);
        for (Platform platform : platforms) {
            Build build = builds.apply(platform);
            pending.put(
                    platform, AsyncTasks.start(AsyncTasks.inThread("graphkernel-build-" + platform), () -> get(build)));
        }
        AsyncTasks.await(pending.values());
        SortedMap<Platform, byte[]> files = new TreeMap<>();
        try {
            for (Map.Entry<Platform, CompletableFuture<byte[]>> entry : pending.entrySet()) {
                files.put(entry.getKey(), AsyncTasks.result(entry.getValue()));
            }
        } catch (IOException e) {
            throw unusable(e);
        }
        return Collections.unmodifiableSortedMap(files);
    }

    @Override
    public Optional<byte[]> find(String key) throws ToolchainException {
        try {
            return cache.find(key);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    @Override
    public void store(String key, byte[] content) throws ToolchainException {
        try {
            cache.store(key, content);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    @Override
    public CompletableFuture<byte[]> header(PrecompiledHeader header) {
        return headers.computeIfAbsent(
                new HeaderOf(header.platform(), header.instructionSet()),
                key -> AsyncTasks.start(processes, () -> get(header)));
    }

    /** Waits until no thread builds a {@link #header}. */
    void awaitHeaders() {
        AsyncTasks.await(headers.values());
    }

    private ToolchainException unusable(IOException cause) {
        return ToolchainException.directory("the build cache", cache.directory(), "-Agraphkernel.cacheDir=", cause);
    }

    private byte[] make(Build build, String key) throws ToolchainException, IOException {
        Path directory = cache.createWorkDirectory();
        try {
            for (Map.Entry<String, byte[]> input : build.inputs().entrySet()) {
                Files.write(directory.resolve(input.getKey()), input.getValue());
            }
            Optional<BuildStep.Failure> failure = build.make(compiler, directory, processes);
            if (failure.isPresent()) {
                throw failure.get().toException(cache.keepFailed(directory, key).resolve(build.fileName()));
            }
            return Files.readAllBytes(directory.resolve(build.resultFile()));
        } finally {
            FileTree.delete(directory);
        }
    }

    /** Creates a pool whose idle threads terminate, so that toolchains need not be closed. */
    private static Executor newProcessPool() {
        int processors = Runtime.getRuntime().availableProcessors();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                processors, processors, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "graphkernel-compile");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
