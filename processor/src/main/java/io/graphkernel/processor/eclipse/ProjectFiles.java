package io.graphkernel.processor.eclipse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;

/**
 * The files of a project in Eclipse or in an editor that uses Eclipse's core. A build compiles what has changed alone, so javac
 * finds the other classes by the directories of sources.
 */
final class ProjectFiles implements EclipseFiles {

    /** The kinds of {@code IClasspathEntry}. */
    private static final int LIBRARY = 1;

    private static final int PROJECT = 2;
    private static final int SOURCE = 3;

    private final Object project;
    private final Object root;
    private final List<Path> classPath = new ArrayList<>();
    private final List<Path> sourcePath = new ArrayList<>();
    private final Path classOutput;

    private ProjectFiles(Object project) throws ReflectiveOperationException {
        this.project = project;
        this.root = Reflected.call(Reflected.call(Reflected.call(project, "getProject"), "getWorkspace"), "getRoot");
        this.classOutput = onDisk(Reflected.call(project, "getOutputLocation"));
        for (Object entry : (Object[]) Reflected.call(project, "getResolvedClasspath", true)) {
            add((int) Reflected.call(entry, "getEntryKind"), Reflected.call(entry, "getPath"));
        }
        // Classes that are not compiled in this build.
        classPath.add(classOutput);
    }

    static Optional<EclipseFiles> of(ProcessingEnvironment environment) {
        try {
            return Optional.of(new ProjectFiles(Reflected.call(environment, "getJavaProject")));
        } catch (ReflectiveOperationException | RuntimeException notInAProject) {
            return Optional.empty();
        }
    }

    private void add(int kind, Object path) throws ReflectiveOperationException {
        switch (kind) {
            case LIBRARY -> classPath.add(onDisk(path));
            case SOURCE -> sourcePath.add(onDisk(path));
            case PROJECT -> {
                Object other = Reflected.call(project, "getJavaModel");
                Object named = Reflected.call(other, "getJavaProject", (String) Reflected.call(path, "lastSegment"));
                classPath.add(onDisk(Reflected.call(named, "getOutputLocation")));
            }
            default -> throw new ReflectiveOperationException("entry of kind " + kind);
        }
    }

    /** Paths in a workspace begin with the name of the project, wherever that lies. */
    private Path onDisk(Object path) throws ReflectiveOperationException {
        Object resource = Reflected.call(root, "findMember", path);
        Object location = resource == null ? path : Reflected.call(resource, "getLocation");
        return Path.of((String) Reflected.call(location, "toOSString"));
    }

    @Override
    public List<Path> classPath() {
        return classPath;
    }

    @Override
    public List<Path> modulePath() {
        return List.of();
    }

    @Override
    public List<Path> sourcePath() {
        return sourcePath;
    }

    @Override
    public Optional<Path> classOutput() {
        return Optional.of(classOutput);
    }

    @Override
    public Optional<SourceFile> source(TypeElement type) throws IOException {
        Optional<String> name = EclipseFiles.name(type);
        if (name.isEmpty()) {
            return Optional.empty();
        }
        String qualified = type.getQualifiedName().toString();
        String packageName =
                qualified.substring(0, qualified.length() - type.getSimpleName().length());
        String inPackage = packageName.replace('.', '/') + Path.of(name.get()).getFileName();
        for (Path directory : sourcePath) {
            Path file = directory.resolve(inPackage);
            if (Files.isRegularFile(file)) {
                return Optional.of(new SourceFile(file.toUri(), name.get(), Files.readString(file), type));
            }
        }
        return Optional.empty();
    }
}
