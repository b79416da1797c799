package io.graphkernel.processor.output;

import com.palantir.javapoet.JavaFile;
import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.ModelClass;
import io.graphkernel.processor.incremental.ClassFiles;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.option.SkippedTarget;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.stub.DerivedPlans;
import io.graphkernel.processor.stub.StubGenerator;
import io.graphkernel.processor.stub.manifest.KernelFile;
import io.graphkernel.processor.stub.manifest.Manifest;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetFiles;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.annotation.processing.Filer;
import javax.tools.StandardLocation;

/**
 * Writer of a class's artifacts: its stub and the outputs of the targets.
 *
 * @param kernelClass class with kernels
 * @param table kernels of the class
 * @param derived roles of the plans besides those of the methods
 * @param interpreted plans that the runtime interprets
 * @param tag identifier of this build of the kernels
 * @param leftOut skipped targets, and skipped chips of other targets
 * @param byTarget output files of each target, in manifest order
 */
public record ClassArtifactWriter(
        KernelClass kernelClass,
        KernelTable table,
        DerivedPlans derived,
        InterpretedPlans interpreted,
        String tag,
        List<SkippedTarget> leftOut,
        Map<Target, TargetFiles> byTarget) {

    /**
     * Files written for a class.
     *
     * @param files all files except the constant tensors
     * @param hasConstants true if the class has constant tensors
     * @param manifest location of the manifest
     */
    public record Written(ClassFiles files, boolean hasConstants, URI manifest) {}

    /**
     * Writes the artifacts.
     *
     * @param filer javac's filer
     * @throws IOException if a file cannot be written
     */
    public Written write(Filer filer) throws IOException {
        Optional<Manifest.Constants> constants = writeConstants(filer);
        ClassFiles files = files(constants);
        List<String> others =
                constants.stream().map(Manifest.Constants::fromDirectory).toList();
        return new Written(
                files, constants.isPresent(), files.write(filer, kernelClass.element(), others, Optional.empty()));
    }

    /** Writes the constant tensors, if there are any. They are streamed, since they may exceed the available memory. */
    private Optional<Manifest.Constants> writeConstants(Filer filer) throws IOException {
        ConstantTable constants = ConstantTable.of(table.plans())
                .with(kernelClass.methods().stream().map(KernelMethod::graph).toList())
                .named(kernelClass.model().map(ModelClass::weights).orElse(Map.of()));
        if (constants.isEmpty()) {
            return Optional.empty();
        }
        Manifest.Hashing file = new Manifest.Hashing(filer.createResource(
                        StandardLocation.CLASS_OUTPUT, "", kernelClass.constantResource(), kernelClass.element())
                .openOutputStream());
        try (file) {
            constants.write(file);
        }
        return Optional.of(new Manifest.Constants(kernelClass.constantResource(), file.hash()));
    }

    private ClassFiles files(Optional<Manifest.Constants> constants) {
        String prefix = kernelClass.packageName().isEmpty() ? "" : kernelClass.packageName() + ".";
        Map<String, String> sources = new LinkedHashMap<>();
        SortedMap<String, String> javaKernels = new TreeMap<>();
        byTarget.forEach((target, files) ->
                files.javaKernels().ifPresent(kernels -> javaKernels.put(target.id(), kernels.simpleName())));
        SortedMap<String, byte[]> resources = resources(constants);
        byte[] manifest = resources.get(ManifestFormat.directory(kernelClass.qualifiedName()) + ManifestFormat.FILE);
        JavaFile stub = StubGenerator.generate(
                kernelClass, table.plans(), derived, interpreted, tag, Manifest.hash(manifest), javaKernels);
        sources.put(prefix + stub.typeSpec().name(), stub.toString());
        byTarget.values()
                .forEach(files -> files.javaKernels()
                        .ifPresent(kernels -> sources.put(prefix + kernels.simpleName(), kernels.text())));
        return new ClassFiles(sources, resources);
    }

    private SortedMap<String, byte[]> resources(Optional<Manifest.Constants> constants) {
        SortedMap<String, byte[]> resources = new TreeMap<>();
        String directory = ManifestFormat.directory(kernelClass.qualifiedName());
        List<KernelFile> files = new ArrayList<>();
        byTarget.values().forEach(targetFiles -> files.addAll(targetFiles.files()));
        interpreted.file().ifPresent(bytes -> files.add(KernelFile.ofPlans(bytes)));
        if (!kernelClass.functions().isEmpty()) {
            files.add(KernelFile.ofElementFunctions(ClassFiles.utf8(kernelClass.functions())));
        }
        files.forEach(file -> resources.put(directory + file.path(), file.content()));
        byte[] graphs = ClassFiles.utf8(kernelClass.methods().stream()
                .map(method -> GraphPrinter.print(method.graph()))
                .collect(Collectors.joining("\n")));
        String manifest = Manifest.text(
                        tag,
                        files,
                        constants,
                        kernelClass.model().map(ModelClass::files).orElseGet(TreeMap::new),
                        this::manifestEntries,
                        table)
                + Manifest.text(leftOut)
                + Manifest.textOfGraphs(graphs);
        resources.put(directory + ManifestFormat.FILE, ClassFiles.utf8(manifest));
        resources.put(kernelClass.graphResource(), graphs);
        return resources;
    }

    private SortedMap<String, String> manifestEntries(ScheduledKernel kernel) {
        SortedMap<String, String> entries = new TreeMap<>();
        byTarget.keySet().forEach(target -> entries.putAll(target.manifestEntries(kernel)));
        return entries;
    }
}
