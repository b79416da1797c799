package io.graphkernel.processor;

import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.report.ReportDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.lang.model.element.TypeElement;

/** The classes that were given to the back end: what becomes of their files depends on what javac says of the classes. */
final class CompiledClasses {

    private final KernelClassCompiler compiler;
    private final KernelClassCompiler.Context context;
    private final WrittenFiles files;
    private final FailureReporter failures;
    private final SortedMap<String, KernelType> types = new TreeMap<>();
    private final Set<String> announced = new HashSet<>();

    CompiledClasses(
            KernelClassCompiler compiler,
            KernelClassCompiler.Context context,
            WrittenFiles files,
            FailureReporter failures) {
        this.compiler = compiler;
        this.context = context;
        this.files = files;
        this.failures = failures;
    }

    void add(KernelType type) {
        types.put(type.qualifiedName(), type);
    }

    /** Says that javac has written the class file of a class, of whatever kind. */
    void markGenerated(String className) {
        KernelType type = types.get(className);
        if (type != null) {
            failures.guard(type, () -> report(className).markGenerated());
            announce(type);
        }
    }

    private ReportDirectory report(String className) {
        return new ReportDirectory(context.options().reportDir(), className);
    }

    private void announce(KernelType type) {
        if (announced.add(type.qualifiedName())) {
            failures.guard(type, () -> compiler.announce(type, context));
        }
    }

    /**
     * Ends the compilation. After an error nothing stays of a class: its stub would call a library that the next build
     * makes anew.
     *
     * @param isRefused whether an error was found in a class
     * @return whether files of a class were removed
     */
    boolean end(Predicate<TypeElement> isRefused) {
        boolean discarded = false;
        for (KernelType type : types.values()) {
            if (isRefused.test(type.element())) {
                discarded = true;
                failures.guard(type, () -> {
                    files.remove(type.qualifiedName());
                    compiler.discard(type, context);
                });
            } else {
                announce(type);
                failures.guard(type, () -> removeNextTo(type.qualifiedName()));
            }
        }
        types.clear();
        return discarded;
    }

    private void removeNextTo(String className) throws IOException {
        Optional<Path> manifest = files.path(className, ManifestFormat.directory(className) + ManifestFormat.FILE);
        if (manifest.isPresent()) {
            RemovedClasses.removeNextTo(
                    manifest.get(), className, name -> report(name).isGenerated());
        }
    }
}
