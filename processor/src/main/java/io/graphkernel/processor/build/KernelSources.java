package io.graphkernel.processor.build;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.report.MethodReport;
import io.graphkernel.processor.report.ReportDirectory;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.stub.manifest.Manifest;
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

/** Sources of a class's kernels, one per language of the targets. */
public final class KernelSources {

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
     * @param targets all targets, some of which are always printed
     * @param requested requested targets
     */
    public static KernelSources print(ClassKernels kernels, List<Target> targets, List<Target> requested) {
        KernelSources sources = new KernelSources(kernels);
        for (Target target : targets) {
            if (requested.contains(target) || target.isAlwaysPrinted()) {
                sources.texts.computeIfAbsent(target.language(), language -> language.print(kernels));
                sources.targets
                        .computeIfAbsent(target.language(), language -> new ArrayList<>())
                        .add(target);
            }
        }
        return sources;
    }

    /** Returns the source for a requested target. */
    public Language.Text of(Target target) {
        return texts.get(target.language());
    }

    /** Returns the tag of this build of the kernels and interpreted plans of a class; see {@link Manifest#tag}. */
    public String tag(InterpretedPlans interpreted) {
        List<String> keys = new ArrayList<>();
        texts.values().forEach(text -> keys.add(text.file()));
        interpreted.file().ifPresent(bytes -> keys.add(Manifest.hash(bytes)));
        kernels.table()
                .plans()
                .forEach(plan -> plan.constants()
                        .forEach(constant ->
                                keys.add(constant.type() + " " + constant.data().sha256())));
        return Manifest.tag(kernels.className(), keys.toArray(String[]::new));
    }

    /** Writes a file for each language that the report shows. */
    public void write(ReportDirectory report) throws IOException {
        for (Map.Entry<Language, Language.Text> entry : texts.entrySet()) {
            Optional<String> file = entry.getKey().reportFile();
            if (file.isPresent()) {
                report.writeSource(file.get(), entry.getValue().file());
            }
        }
    }

    /**
     * Returns the sources that the report shows for each method.
     *
     * @param compiled compiler output by target
     */
    public List<List<MethodReport.Source>> ofMethods(Map<Target, CompiledText> compiled) {
        Map<Language, Map<Node, String>> identifiers = new HashMap<>();
        texts.keySet().forEach(language -> identifiers.put(language, identifiers(language)));
        return kernels.table().plans().stream()
                .map(plan -> ofMethod(plan, identifiers, compiled))
                .toList();
    }

    /**
     * Returns identifiers by node of any method. Equal kernels share one source, which uses the value names of one of
     * them.
     */
    private Map<Node, String> identifiers(Language language) {
        Map<Node, String> identifiers = new IdentityHashMap<>();
        kernels.table().plans().stream()
                .flatMap(plan -> plan.withBodies().stream())
                .forEach(plan -> identifiers.putAll(language.identifiers(plan.graph())));
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
        for (ScheduledKernel kernel : plan.kernels()) {
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
