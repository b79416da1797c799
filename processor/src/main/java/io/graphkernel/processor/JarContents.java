package io.graphkernel.processor;

import com.palantir.javapoet.JavaFile;
import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.frontend.ModelClass;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.incremental.ClassFiles;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.option.LeftOut;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.stub.GradientPlans;
import io.graphkernel.processor.stub.KernelFile;
import io.graphkernel.processor.stub.Manifest;
import io.graphkernel.processor.stub.StubGenerator;
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
 * What of a class goes into the jar: its stub, and what the targets have made.
 *
 * @param kernelClass the class
 * @param table its kernels
 * @param gradients which of its plans are of gradients
 * @param walked its plans that the run time walks
 * @param tag the build of its kernels
 * @param leftOut the targets, and the chips of others, without kernels
 * @param made what each target has made, in the order of the manifest
 */
record JarContents(
        KernelClass kernelClass,
        KernelTable table,
        List<GradientPlans> gradients,
        WalkedPlans walked,
        String tag,
        List<LeftOut> leftOut,
        Map<Target, TargetFiles> made) {

    /**
     * What was written.
     *
     * @param files all but the constant tensors
     * @param hasConstants whether there are constant tensors
     * @param manifest where the manifest is
     */
    record Written(ClassFiles files, boolean hasConstants, URI manifest) {}

    /**
     * Writes it.
     *
     * @param filer of javac
     * @throws IOException if a file cannot be written
     */
    Written write(Filer filer) throws IOException {
        Optional<Manifest.Constants> constants = writeConstants(filer);
        ClassFiles files = files(constants);
        List<String> others =
                constants.stream().map(Manifest.Constants::fromDirectory).toList();
        return new Written(files, constants.isPresent(), files.write(filer, kernelClass.element(), others));
    }

    /** Writes the constant tensors, if there are any: they may be larger than what memory holds. */
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
        made.forEach((target, files) ->
                files.javaKernels().ifPresent(kernels -> javaKernels.put(target.id(), kernels.simpleName())));
        JavaFile stub = StubGenerator.generate(kernelClass, table.plans(), gradients, walked, tag, javaKernels);
        sources.put(prefix + stub.typeSpec().name(), stub.toString());
        made.values()
                .forEach(files -> files.javaKernels()
                        .ifPresent(kernels -> sources.put(prefix + kernels.simpleName(), kernels.text())));
        return new ClassFiles(sources, resources(constants));
    }

    private SortedMap<String, byte[]> resources(Optional<Manifest.Constants> constants) {
        SortedMap<String, byte[]> resources = new TreeMap<>();
        String directory = ManifestFormat.directory(kernelClass.qualifiedName());
        List<KernelFile> files = new ArrayList<>();
        made.values().forEach(each -> files.addAll(each.files()));
        walked.file().ifPresent(bytes -> files.add(KernelFile.ofPlans(bytes)));
        files.forEach(file -> resources.put(directory + file.path(), file.content()));
        String manifest = Manifest.text(
                        tag,
                        files,
                        constants,
                        kernelClass.model().map(ModelClass::files).orElseGet(TreeMap::new),
                        this::manifestEntries,
                        table)
                + Manifest.text(leftOut);
        resources.put(directory + ManifestFormat.FILE, ClassFiles.utf8(manifest));
        String graphs = kernelClass.methods().stream()
                .map(method -> GraphPrinter.print(method.graph()))
                .collect(Collectors.joining("\n"));
        resources.put(kernelClass.graphResource(), ClassFiles.utf8(graphs));
        return resources;
    }

    private SortedMap<String, String> manifestEntries(Kernel kernel) {
        SortedMap<String, String> entries = new TreeMap<>();
        made.keySet().forEach(target -> entries.putAll(target.manifestEntries(kernel)));
        return entries;
    }
}
