package io.graphkernel.conformance;

import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.SourceLines;
import io.graphkernel.processor.option.Option;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** Compiles the graphs of text files, as a front end for models would: there is no Java method. */
public final class GraphTextProcessor extends AbstractProcessor {
    /** The files, with the system's separator of paths between them. */
    public static final String FILES = "graphs";

    /** The stubs are in this package, and are called as the files are without their ending, with {@code Kernels} after it. */
    public static final String PACKAGE = "model";

    private boolean compiled;

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of("*");
    }

    @Override
    public Set<String> getSupportedOptions() {
        Set<String> options = new TreeSet<>(Option.keys());
        options.add(FILES);
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
                for (String file : processingEnv.getOptions().get(FILES).split(File.pathSeparator)) {
                    compile(Path.of(file), (TypeElement)
                            round.getRootElements().iterator().next());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return false;
    }

    /** The elements of a constant tensor, in a file that is called as their hash. */
    private static ConstantData elements(Path file) {
        try {
            return ConstantData.read(() -> Files.newInputStream(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void compile(Path file, TypeElement origin) throws IOException {
        String text = Files.readString(file);
        GraphListProcessor.compile(
                processingEnv,
                origin,
                file.getFileName().toString().replaceFirst("\\..*", ""),
                GraphParser.parseAll(text, hash -> elements(file.resolveSibling(hash))),
                new SourceLines(file.getFileName().toString(), text.lines().toList()),
                file.resolveSibling("report"));
    }
}
