package io.graphkernel.conformance.pattern;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassDocument;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.Diagnostic;

/** The entries as kernel classes: the first instance of each for every target, the others for CPU and JVM. */
final class PatternClasses {

    static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("pattern");

    private static final int CLASSES_PER_COMPILATION = 8;
    private static final String REPORT = "report";
    private static final String EVERY_TARGET = "cpu,cuda,jvm,opencl";
    private static final String CPU_AND_JVM = "cpu,jvm";
    private static final String IMPORTS = """
            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            """;

    private static final List<String> PASSES = PassPipeline.passes().stream()
            .filter(pass -> !pass.document().equals(PassDocument.NONE))
            .map(GraphPass::name)
            .distinct()
            .toList();

    /** Classes that are compiled together. */
    private record Batch(Map<String, String> texts, String targets) {}

    private PatternClasses() {}

    /** The named passes in order. */
    static List<String> passes() {
        return PASSES;
    }

    /** The entries that there are, in order. */
    static List<Entry> entries() {
        return PASSES.stream().map(Entry::of).flatMap(Optional::stream).toList();
    }

    /**
     * Compiles entries.
     *
     * @return the errors
     */
    static List<String> compile(List<Entry> entries) {
        return Stream.concat(batches(entries, true, EVERY_TARGET), batches(entries, false, CPU_AND_JVM))
                .parallel()
                .map(batch -> KernelCompiler.compile(DIRECTORY, batch.texts(), batch.targets()))
                .flatMap(List::stream)
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(Object::toString)
                .toList();
    }

    /**
     * Compiles the first instance of an entry for one target.
     *
     * @return the errors
     */
    static List<String> compile(Entry entry, Path directory, String target) {
        List<Instance> first =
                entry.instances().stream().filter(Instance::isFirst).toList();
        Map<String, String> texts = Map.of(first.get(0).simpleName(), text(first));
        return KernelCompiler.compile(directory, texts, target).stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(Object::toString)
                .toList();
    }

    private static Stream<Batch> batches(List<Entry> entries, boolean first, String targets) {
        List<Batch> batches = new ArrayList<>();
        for (int from = 0; from < entries.size(); from += CLASSES_PER_COMPILATION) {
            Map<String, String> texts = new LinkedHashMap<>();
            for (Entry entry : entries.subList(from, Math.min(from + CLASSES_PER_COMPILATION, entries.size()))) {
                List<Instance> instances = entry.instances().stream()
                        .filter(instance -> instance.isFirst() == first)
                        .toList();
                if (!instances.isEmpty()) {
                    texts.put(instances.get(0).simpleName(), text(instances));
                }
            }
            batches.add(new Batch(texts, targets));
        }
        return batches.stream();
    }

    private static String text(List<Instance> instances) {
        StringBuilder text = new StringBuilder(Instance.packageLine()).append(IMPORTS);
        text.append("public final class ").append(instances.get(0).simpleName()).append(" {\n");
        text.append(instances.get(0).entry().head());
        instances.forEach(instance -> text.append(instance.text(PASSES)));
        return text.append("}\n").toString();
    }

    /** The log of the passes of one of an instance's methods. */
    static List<String> log(Instance instance, boolean fused) {
        return log(DIRECTORY, instance, fused);
    }

    /** The log of what was compiled into a directory. */
    static List<String> log(Path directory, Instance instance, boolean fused) {
        Path report = directory.resolve(REPORT).resolve(instance.className());
        try {
            return Files.readAllLines(report.resolve(instance.methodName(fused)).resolve("passes.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loads the classes again. */
    static URLClassLoader load() {
        return load(DIRECTORY);
    }

    /** Loads the classes of a directory again. */
    static URLClassLoader load(Path directory) {
        try {
            return new URLClassLoader(new URL[] {directory.toUri().toURL()}, PatternClasses.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
