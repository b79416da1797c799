package io.graphkernel.processor.output;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.processor.compilation.KernelClassCompiler;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.processing.FailureReporter;
import io.graphkernel.processor.report.ReportDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.lang.model.element.TypeElement;

/** Outputs of compiled classes, which are kept or removed once javac has accepted or rejected the classes. */
public final class PendingOutputs {

    private final KernelClassCompiler.Invocation compilation;
    private final Path reportDirectory;
    private final TrackingFiler files;
    private final FailureReporter failures;
    private final SortedMap<String, KernelClassDeclaration> types = new TreeMap<>();
    private final Set<String> announced = new HashSet<>();

    public PendingOutputs(
            KernelClassCompiler.Invocation compilation,
            Path reportDirectory,
            TrackingFiler files,
            FailureReporter failures) {
        this.compilation = compilation;
        this.reportDirectory = reportDirectory;
        this.files = files;
        this.failures = failures;
    }

    public void add(KernelClassDeclaration type) {
        types.put(type.qualifiedName(), type);
    }

    /** Records that javac has written the class file of a class of any kind. */
    public void markGenerated(String className) {
        KernelClassDeclaration type = types.get(className);
        if (type != null) {
            failures.guard(type, () -> report(className).markGenerated());
            announce(type);
        }
    }

    private ReportDirectory report(String className) {
        return new ReportDirectory(reportDirectory, className);
    }

    private void announce(KernelClassDeclaration type) {
        if (announced.add(type.qualifiedName())) {
            failures.guard(type, () -> compilation.announce(type));
        }
    }

    /**
     * Finishes the compilation. After an error all outputs of a class are removed, since its stub would call a library
     * that the next build replaces.
     *
     * @param isRefused predicate that is true for a class with an error
     * @param classFiles binary names of the classes that javac has written
     * @return true if files of a class were removed
     */
    public boolean end(Predicate<TypeElement> isRefused, SortedSet<String> classFiles) {
        boolean discarded = false;
        for (KernelClassDeclaration type : types.values()) {
            if (isRefused.test(type.element())) {
                discarded = true;
                failures.guard(type, () -> {
                    files.remove(type.qualifiedName());
                    compilation.discard(type);
                });
            } else {
                announce(type);
                failures.guard(type, () -> compilation.acceptClassFiles(type, classFiles));
                failures.guard(type, () -> removeNextTo(type.qualifiedName()));
            }
        }
        types.clear();
        return discarded;
    }

    private void removeNextTo(String className) throws IOException {
        Optional<Path> manifest = files.path(className, ManifestFormat.directory(className) + ManifestFormat.FILE);
        if (manifest.isPresent()) {
            StaleOutputCleaner.removeNextTo(
                    manifest.get(), className, name -> report(name).isGenerated());
        }
    }
}
