package io.graphkernel.conformance.pattern;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.pattern.FusionPatterns;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.runtime.DType;
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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.Diagnostic;

/**
 * The entries as kernel classes: of each method and dtype one with the pass and one without any named pass. The first dtype
 * of each entry is compiled for all targets, the others for CPU and JVM.
 */
final class PatternClasses {

    static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("pattern");

    private static final int CLASSES_PER_COMPILATION = 8;
    private static final String REPORT = "report";
    private static final String UNFUSED = "_unfused";
    private static final String OTHERS = "_others";
    private static final String EVERY_TARGET = "cpu,cuda,jvm,opencl";
    private static final String CPU_AND_JVM = "cpu,jvm";
    private static final String PACKAGE = "generated";
    private static final String HEAD = "package " + PACKAGE + ";\n" + """
            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            """;

    /** The passes that a method's flags may turn off. */
    private static final Set<String> SWITCHABLE =
            PassPipeline.vocabulary().names().get(Flag.DISABLE_PASS).known();

    private static final List<String> NAMED =
            FusionPatterns.all().stream().map(GraphPass::name).toList();

    private static final String UNFUSED_FLAGS =
            "--disable_pass=" + NAMED.stream().filter(SWITCHABLE::contains).collect(Collectors.joining(","));

    private PatternClasses() {}

    /** The named passes in order. */
    static List<String> passes() {
        return NAMED;
    }

    /** Whether flags may turn a pass off. */
    static boolean isSwitchable(String pass) {
        return SWITCHABLE.contains(pass);
    }

    /**
     * Compiles entries.
     *
     * @return the errors
     */
    static List<String> compile(List<Entry> entries) {
        List<Map<String, String>> all = batches(entries, false);
        List<Map<String, String>> others = batches(entries, true);
        return IntStream.range(0, all.size() + others.size())
                .parallel()
                .mapToObj(i -> i < all.size()
                        ? KernelCompiler.compile(DIRECTORY, all.get(i), EVERY_TARGET)
                        : KernelCompiler.compile(DIRECTORY, others.get(i - all.size()), CPU_AND_JVM))
                .flatMap(List::stream)
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(Object::toString)
                .toList();
    }

    private static List<Map<String, String>> batches(List<Entry> entries, boolean others) {
        List<Map<String, String>> batches = new ArrayList<>();
        for (Entry entry : entries) {
            List<DType> dtypes = entry.dtypes()
                    .subList(others ? 1 : 0, others ? entry.dtypes().size() : 1);
            if (dtypes.isEmpty()) {
                continue;
            }
            if (batches.isEmpty() || batches.get(batches.size() - 1).size() == CLASSES_PER_COMPILATION) {
                batches.add(new LinkedHashMap<>());
            }
            String name = entry.pass() + (others ? OTHERS : "");
            batches.get(batches.size() - 1).put(name, source(entry, name, dtypes));
        }
        return batches;
    }

    private static String source(Entry entry, String name, List<DType> dtypes) {
        StringBuilder text = new StringBuilder(HEAD);
        text.append("public final class ").append(name).append(" {\n").append(entry.head());
        for (DType dtype : dtypes) {
            for (Entry.Method method : entry.methods()) {
                text.append(method.instance(dtype, "_" + dtype, fused(entry.pass())));
                text.append(method.instance(dtype, "_" + dtype + UNFUSED, UNFUSED_FLAGS));
            }
        }
        return text.append("}\n").toString();
    }

    private static String fused(String pass) {
        return isSwitchable(pass) ? "--enable_pass=" + pass : "";
    }

    /** The name of a method of the compiled classes. */
    static String method(Entry.Method method, DType dtype, boolean fused) {
        return method.name() + "_" + dtype + (fused ? "" : UNFUSED);
    }

    /** The class of a dtype's methods. */
    static String className(Entry entry, DType dtype) {
        return PACKAGE + "." + entry.pass() + (dtype == entry.dtypes().get(0) ? "" : OTHERS);
    }

    /** The log of a method's passes. */
    static List<String> log(Entry entry, Entry.Method method, DType dtype, boolean fused) {
        Path report = DIRECTORY.resolve(REPORT).resolve(className(entry, dtype));
        try {
            return Files.readAllLines(
                    report.resolve(method(method, dtype, fused)).resolve("passes.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loads the classes anew. */
    static URLClassLoader load() {
        try {
            return new URLClassLoader(new URL[] {DIRECTORY.toUri().toURL()}, PatternClasses.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
