package io.graphkernel.processor;

import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.stub.GradientPlans;
import io.graphkernel.processor.stub.KernelFile;
import io.graphkernel.processor.stub.Manifest;
import io.graphkernel.processor.stub.StubGenerator;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.TargetFiles.JavaKernels;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.annotation.processing.Filer;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/**
 * What of a class goes into the jar: its stub, and what the targets have made.
 *
 * @param kernelClass the class
 * @param table its kernels
 * @param gradients which of its plans are of gradients
 * @param walked its plans that the run time walks
 * @param tag the build of its kernels
 * @param made what each target has made, in the order of the manifest
 */
record JarContents(
        KernelClass kernelClass,
        KernelTable table,
        List<GradientPlans> gradients,
        WalkedPlans walked,
        String tag,
        Map<Target, TargetFiles> made) {

    /**
     * Writes it, the stub first, since its name may be refused.
     *
     * @return where the manifest is
     */
    URI write(Filer filer) throws IOException {
        SortedMap<String, String> javaKernels = new TreeMap<>();
        made.forEach((target, files) ->
                files.javaKernels().ifPresent(kernels -> javaKernels.put(target.id(), kernels.simpleName())));
        StubGenerator.generate(kernelClass, table.plans(), gradients, walked, tag, javaKernels)
                .writeTo(filer);
        for (TargetFiles files : made.values()) {
            if (files.javaKernels().isPresent()) {
                write(files.javaKernels().get(), filer);
            }
        }
        URI manifest = writeFiles(filer, writeConstants(filer));
        String graphs = kernelClass.methods().stream()
                .map(method -> GraphPrinter.print(method.graph()))
                .collect(Collectors.joining("\n"));
        write(create(kernelClass.graphResource(), filer), graphs.getBytes(StandardCharsets.UTF_8));
        return manifest;
    }

    private void write(JavaKernels kernels, Filer filer) throws IOException {
        String prefix = kernelClass.packageName().isEmpty() ? "" : kernelClass.packageName() + ".";
        try (Writer out = filer.createSourceFile(prefix + kernels.simpleName(), kernelClass.element())
                .openWriter()) {
            out.write(kernels.text());
        }
    }

    /** Writes the constant tensors, if there are any. */
    private Optional<Manifest.Constants> writeConstants(Filer filer) throws IOException {
        ConstantTable constants = ConstantTable.of(table.plans())
                .with(kernelClass.methods().stream().map(KernelMethod::graph).toList());
        if (constants.isEmpty()) {
            return Optional.empty();
        }
        Manifest.Hashing file = new Manifest.Hashing(
                create(kernelClass.constantResource(), filer).openOutputStream());
        try (file) {
            constants.write(file);
        }
        return Optional.of(new Manifest.Constants(kernelClass.constantResource(), file.hash()));
    }

    private URI writeFiles(Filer filer, Optional<Manifest.Constants> constants) throws IOException {
        String directory = ManifestFormat.directory(kernelClass.qualifiedName());
        List<KernelFile> files = new ArrayList<>();
        made.values().forEach(each -> files.addAll(each.files()));
        walked.file().ifPresent(bytes -> files.add(KernelFile.ofPlans(bytes)));
        FileObject manifest = create(directory + ManifestFormat.FILE, filer);
        Optional<ListedFiles> previous = listed(manifest.toUri());
        for (KernelFile file : files) {
            write(create(directory + file.path(), filer), file.content());
        }
        String text = Manifest.text(tag, files, constants, this::manifestEntries, table);
        write(manifest, text.getBytes(StandardCharsets.UTF_8));
        if (previous.isPresent()) {
            List<String> written =
                    new ArrayList<>(files.stream().map(KernelFile::path).toList());
            constants.ifPresent(file -> written.add(file.fromDirectory()));
            previous.get().without(written).remove();
        }
        return manifest.toUri();
    }

    /** What an earlier build has written: files that this one does not write would go into the jar, and nobody knows them. */
    private static Optional<ListedFiles> listed(URI manifest) throws IOException {
        return "file".equals(manifest.getScheme()) ? ListedFiles.of(Path.of(manifest)) : Optional.empty();
    }

    private SortedMap<String, String> manifestEntries(Kernel kernel) {
        SortedMap<String, String> entries = new TreeMap<>();
        made.keySet().forEach(target -> entries.putAll(target.manifestEntries(kernel)));
        return entries;
    }

    private FileObject create(String name, Filer filer) throws IOException {
        return filer.createResource(StandardLocation.CLASS_OUTPUT, "", name, kernelClass.element());
    }

    private static void write(FileObject file, byte[] bytes) throws IOException {
        try (OutputStream out = file.openOutputStream()) {
            out.write(bytes);
        }
    }
}
