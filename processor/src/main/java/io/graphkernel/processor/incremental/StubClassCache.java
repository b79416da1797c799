package io.graphkernel.processor.incremental;

import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.report.ReportDirectory;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import javax.annotation.processing.Filer;

/**
 * Cache of the class files of stubs, in the build directory: a clean build compiles all stubs. Options of javac that are
 * unknown to processors, such as {@code -g}, rarely change within a build directory.
 */
public final class StubClassCache {

    private final ClassCache classes;
    private final Filer filer;
    private final Optional<Integer> release;
    /** Names of the classes that javac generates from sources, by class with kernels. */
    private final Map<String, List<String>> sources = new HashMap<>();

    /**
     * Creates the cache of one compilation.
     *
     * @param classes cache with the keys
     * @param filer javac's filer
     * @param release Java version of the sources; empty to disable the cache
     */
    public StubClassCache(ClassCache classes, Filer filer, Optional<Integer> release) {
        this.classes = classes;
        this.filer = filer;
        this.release = release;
    }

    /**
     * Looks up the class files of the stub of an unchanged class.
     *
     * @param type class that {@link ClassCache} has found before it was read
     * @param report report directory of the class, before it is cleared
     * @return the class files; empty if there are none
     * @throws IOException if they cannot be read
     */
    public Optional<StubClassFiles> find(KernelClassDeclaration type, ReportDirectory report) throws IOException {
        Optional<String> key = key(type);
        Optional<byte[]> content = key.isPresent() ? report.readClassFiles() : Optional.empty();
        return content.flatMap(bytes -> StubClassFiles.of(bytes, key.get()));
    }

    private Optional<String> key(KernelClassDeclaration type) {
        return release.isPresent() ? classes.stubKey(type) : Optional.empty();
    }

    /**
     * Records that javac compiles the sources of a stub.
     *
     * @param type class with kernels
     * @param files written files
     */
    public void expect(KernelClassDeclaration type, ClassFiles files) {
        sources.put(type.qualifiedName(), List.copyOf(files.sources().keySet()));
    }

    /**
     * Stores the class files of an expected stub.
     *
     * @param type class with kernels
     * @param generated binary names of all classes that javac has generated
     * @param report report directory of the class
     * @throws IOException if a file cannot be read or written
     */
    public void store(KernelClassDeclaration type, SortedSet<String> generated, ReportDirectory report)
            throws IOException {
        List<String> stubs = sources.remove(type.qualifiedName());
        Optional<String> key = key(type);
        if (stubs != null && key.isPresent()) {
            Optional<StubClassFiles> written =
                    StubClassFiles.collect(key.get(), stubs, generated, filer, release.get());
            if (written.isPresent()) {
                report.writeClassFiles(written.get().bytes());
            }
        }
    }
}
