package io.graphkernel.conformance;

import io.graphkernel.processor.KernelClassCompiler;
import io.graphkernel.processor.Targets;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.graph.GraphParser;
import io.graphkernel.processor.graph.SourceText;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.Option;
import io.graphkernel.processor.option.OptionParser;
import io.graphkernel.processor.option.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** Compiles the graphs of a text file, as a front end for models would: there is no Java method. */
public final class GraphTextProcessor extends AbstractProcessor {
    /** The file. */
    static final String FILE = "graphs";

    /** The stub is in this package and called so, with {@code Kernels} after it. */
    static final String PACKAGE = "model";

    static final String NAME = "Net";

    private boolean compiled;

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of("*");
    }

    @Override
    public Set<String> getSupportedOptions() {
        Set<String> options = new TreeSet<>(Option.keys());
        options.add(FILE);
        return options;
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (!compiled) {
            compiled = true;
            try {
                compile((TypeElement) round.getRootElements().iterator().next());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return false;
    }

    private void compile(TypeElement origin) throws IOException {
        KernelClassCompiler compiler = KernelClassCompiler.ofAllTargets();
        Path file = Path.of(processingEnv.getOptions().get(FILE));
        String text = Files.readString(file);
        DiagnosticReporter reporter = new DiagnosticReporter();
        SourcePosition position = SourcePosition.of(processingEnv.getMessager(), origin);
        Options options = new OptionParser(
                        Targets.platformNames(compiler.targets()),
                        Targets.ids(compiler.targets()),
                        new FlagParser(compiler.vocabulary()),
                        (diagnostic, arguments) -> reporter.report(position, diagnostic, arguments))
                .parse(processingEnv.getOptions(), Map.of(), file.resolveSibling("report"));
        KernelClass graphs = KernelClass.of(
                PACKAGE,
                NAME,
                GraphParser.parseAll(text),
                options.flags(),
                new SourceText(file.getFileName().toString(), text.lines().toList()),
                position,
                origin);
        KernelClassCompiler.Context context =
                new KernelClassCompiler.Context(options, reporter, processingEnv.getFiler());
        compiler.compile(graphs, context);
        compiler.complete(graphs, context);
    }
}
