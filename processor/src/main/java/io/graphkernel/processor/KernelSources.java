package io.graphkernel.processor;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.report.MethodReport;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.stub.Manifest;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the kernels of a class are compiled from: a text for each language of the targets. */
final class KernelSources {

    private final Map<Language, Language.Text> texts = new LinkedHashMap<>();
    private final Map<Language, List<Target>> targets = new LinkedHashMap<>();

    private KernelSources() {}

    /**
     * Prints the kernels of a class.
     *
     * @param kernels the kernels
     * @param all every target: some are printed always
     * @param asked the targets of this compilation
     */
    static KernelSources print(ClassKernels kernels, List<Target> all, List<Target> asked) {
        KernelSources sources = new KernelSources();
        for (Target target : all) {
            if (asked.contains(target) || target.isAlwaysPrinted()) {
                sources.texts.computeIfAbsent(target.language(), language -> language.print(kernels));
                sources.targets
                        .computeIfAbsent(target.language(), language -> new ArrayList<>())
                        .add(target);
            }
        }
        return sources;
    }

    /** The text of a target that was asked for. */
    Language.Text of(Target target) {
        return texts.get(target.language());
    }

    /** Names this build of the kernels of a class; see {@link Manifest#tag}. */
    String tag(String className) {
        return Manifest.tag(
                className, texts.values().stream().map(Language.Text::file).toArray(String[]::new));
    }

    /** Writes each language that the report shows into a file of its own. */
    void write(ReportDirectory report) throws IOException {
        for (Map.Entry<Language, Language.Text> each : texts.entrySet()) {
            Optional<String> file = each.getKey().reportFile();
            if (file.isPresent()) {
                report.writeSource(file.get(), each.getValue().file());
            }
        }
    }

    /** What the report shows for a method. */
    List<MethodReport.Source> of(Graph graph) {
        List<MethodReport.Source> sources = new ArrayList<>();
        texts.forEach((language, text) -> {
            if (language.reportFile().isPresent()) {
                String ids = targets.get(language).stream().map(Target::id).collect(Collectors.joining(", "));
                sources.add(new MethodReport.Source(ids, language.name(), text.kernels(), language.identifiers(graph)));
            }
        });
        return sources;
    }
}
