package io.graphkernel.converter;

import io.graphkernel.common.files.FileTree;
import io.graphkernel.converter.model.ModelInterface;
import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.diagnostic.Diagnostic;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * The model converter. It compiles an interface with {@code @OnnxModel} by javac and the annotation processor, like a
 * build of a user, and packs the result with the runtime into an executable jar.
 */
public final class Converter {

    private final Conversion conversion;
    private final Consumer<String> messages;

    private Converter(Conversion conversion, Consumer<String> messages) {
        this.conversion = conversion;
        this.messages = messages;
    }

    /**
     * Converts a model.
     *
     * @param conversion arguments of the conversion
     * @param messages receiver of the processor's messages other than errors
     * @throws ConverterException with all messages, if the model or the configuration is rejected
     * @throws IOException if a file cannot be read or written
     */
    public static void convert(Conversion conversion, Consumer<String> messages)
            throws ConverterException, IOException {
        new Converter(conversion, messages).run();
    }

    private void run() throws ConverterException, IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw Conversion.failure(Diagnostic.CONVERTER_WITHOUT_COMPILER, System.getProperty("java.home"));
        }
        Files.createDirectories(conversion.output().getParent());
        // Next to the jar, where the report remains visible to the user.
        Path work = Files.createTempDirectory(conversion.output().getParent(), ".convert");
        try {
            compile(compiler, work);
            new ModelJar(conversion, described(work)).write(work);
        } finally {
            FileTree.delete(work);
        }
    }

    private void compile(JavaCompiler compiler, Path work) throws ConverterException, IOException {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        boolean compiled;
        try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, Locale.ROOT, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(work));
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, RuntimeClasses.classPath());
            List<Path> sources = new ArrayList<>(List.of(conversion.model().getParent()));
            conversion.weights().ifPresent(file -> sources.add(file.getParent()));
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, sources);
            JavaCompiler.CompilationTask task =
                    compiler.getTask(null, files, diagnostics, options(), null, List.of(source()));
            task.setProcessors(List.of(new GraphKernelProcessor()));
            compiled = task.call();
        }
        List<String> errors = new ArrayList<>();
        diagnostics.getDiagnostics().forEach(diagnostic -> {
            String text = diagnostic.getMessage(Locale.ROOT);
            if (diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR) {
                errors.add(text);
            } else {
                messages.accept(text);
            }
        });
        if (!compiled) {
            throw new ConverterException(String.join("\n", errors));
        }
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(List.of(
                "--release",
                "17",
                "-Agraphkernel.targets=" + conversion.optimize().targets(),
                "-Agraphkernel.platforms=" + conversion.platforms(),
                "-Agraphkernel.reportDir=" + report()));
        conversion.config().ifPresent(file -> options.add("-Agraphkernel.configFile=" + file));
        return options;
    }

    private Path report() {
        String jar = conversion.output().getFileName().toString();
        return conversion.output().resolveSibling(jar.replaceFirst("\\.jar$", "-graph-kernel"));
    }

    private JavaFileObject source() {
        String name = conversion.className();
        int dot = name.lastIndexOf('.');
        String weights = conversion
                .weights()
                .map(file -> ", weights = \"" + file.getFileName() + "\"")
                .orElse("");
        String text = (dot < 0 ? "" : "package " + name.substring(0, dot) + ";\n\n")
                + "/** " + "The model " + conversion.model().getFileName() + ". */\n"
                + "@io.graphkernel.annotations.OnnxModel(value = \""
                + conversion.model().getFileName() + "\", inputShapes = \"" + conversion.inputShapes()
                + "\", inputValues = \"" + conversion.inputValues()
                + "\", maxSizes = \"" + conversion.maxSizes()
                + "\", flags = \""
                + conversion.optimize().flags() + "\"" + weights + ")\n"
                + "public interface " + name.substring(dot + 1) + " {}\n";
        return new SimpleJavaFileObject(
                URI.create("string:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    private ModelInterface described(Path work) throws IOException {
        Path graph = work.resolve(conversion.className().replace('.', '/') + ".gk");
        return GraphHeader.read(
                Files.readString(graph),
                conversion.model().getFileName().toString(),
                conversion.className() + "Kernels");
    }
}
