package io.graphkernel.processor;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.report.MethodReport;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.stub.Manifest;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetFiles.CompiledText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the kernels of a class are compiled from: a text for each language of the targets. */
final class KernelSources {

    private final Map<Language, Language.Text> texts = new LinkedHashMap<>();
    private final Map<Language, List<Target>> targets = new LinkedHashMap<>();

    private final ClassKernels kernels;

    private KernelSources(ClassKernels kernels) {
        this.kernels = kernels;
    }

    /**
     * Prints the kernels of a class.
     *
     * @param kernels the kernels
     * @param all every target: some are printed always
     * @param asked the targets of this compilation
     */
    static KernelSources print(ClassKernels kernels, List<Target> all, List<Target> asked) {
        KernelSources sources = new KernelSources(kernels);
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

    /** Names this build of the kernels of a class and of the plans that are walked; see {@link Manifest#tag}. */
    String tag(WalkedPlans walked) {
        List<String> parts = new ArrayList<>();
        texts.values().forEach(text -> parts.add(text.file()));
        walked.file().ifPresent(bytes -> parts.add(Manifest.hash(bytes)));
        kernels.table()
                .plans()
                .forEach(plan -> plan.constants()
                        .forEach(constant -> parts.add(
                                constant.type() + " " + constant.data().sha256())));
        return Manifest.tag(kernels.className(), parts.toArray(String[]::new));
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

    /**
     * What the report shows for each method.
     *
     * @param compiled what compilers wrote, by target
     */
    List<List<MethodReport.Source>> ofMethods(Map<Target, CompiledText> compiled) {
        Map<Language, Map<Node, String>> identifiers = new HashMap<>();
        texts.keySet().forEach(language -> identifiers.put(language, identifiers(language)));
        return kernels.table().plans().stream()
                .map(plan -> ofMethod(plan, identifiers, compiled))
                .toList();
    }

    /** By node of any method: equal kernels share a text, in which the values of one of them have their names. */
    private Map<Node, String> identifiers(Language language) {
        Map<Node, String> identifiers = new IdentityHashMap<>();
        kernels.table().plans().forEach(plan -> identifiers.putAll(language.identifiers(plan.graph())));
        return identifiers;
    }

    private List<MethodReport.Source> ofMethod(
            Plan plan, Map<Language, Map<Node, String>> identifiers, Map<Target, CompiledText> compiled) {
        List<MethodReport.Source> sources = new ArrayList<>();
        texts.forEach((language, text) -> {
            if (language.reportFile().isPresent()) {
                String ids = targets.get(language).stream().map(Target::id).collect(Collectors.joining(", "));
                sources.add(
                        source(plan, ids, language.name(), text.kernels(), identifiers.get(language), text.facts()));
            }
        });
        compiled.forEach((target, text) ->
                sources.add(source(plan, target.id(), text.language(), text.kernels(), Map.of(), Map.of())));
        return sources;
    }

    private MethodReport.Source source(
            Plan plan,
            String target,
            String language,
            Map<String, String> texts,
            Map<Node, String> identifiers,
            Map<String, Map<String, String>> facts) {
        Map<String, MethodReport.Text> shown = new HashMap<>();
        for (Kernel kernel : plan.kernels()) {
            Map<Node, String> names = new IdentityHashMap<>();
            kernels.table().counterparts(kernel).forEach((value, generated) -> {
                if (identifiers.containsKey(generated)) {
                    names.put(value, identifiers.get(generated));
                }
            });
            String generated = kernels.table().representative(kernel).name();
            shown.put(
                    kernel.name(),
                    new MethodReport.Text(texts.get(generated), names, facts.getOrDefault(generated, Map.of())));
        }
        return new MethodReport.Source(target, language, shown);
    }
}
