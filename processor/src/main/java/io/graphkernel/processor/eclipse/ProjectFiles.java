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
 * Files of a project in Eclipse or in an editor based on Eclipse's core. A build compiles only changed files, so javac
 * finds other classes through the source directories.
 */
final class ProjectFiles implements EclipseFiles {

    /** Kinds of {@code IClasspathEntry}. */
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
        this.root = ReflectiveCalls.call(
                ReflectiveCalls.call(ReflectiveCalls.call(project, "getProject"), "getWorkspace"), "getRoot");
        this.classOutput = onDisk(ReflectiveCalls.call(project, "getOutputLocation"));
        for (Object entry : (Object[]) ReflectiveCalls.call(project, "getResolvedClasspath", true)) {
            add((int) ReflectiveCalls.call(entry, "getEntryKind"), ReflectiveCalls.call(entry, "getPath"));
        }
        // Classes that this build does not compile.
        classPath.add(classOutput);
    }

    static Optional<EclipseFiles> of(ProcessingEnvironment environment) {
        try {
            return Optional.of(new ProjectFiles(ReflectiveCalls.call(environment, "getJavaProject")));
        } catch (ReflectiveOperationException | RuntimeException notInAProject) {
            return Optional.empty();
        }
    }

    private void add(int kind, Object path) throws ReflectiveOperationException {
        switch (kind) {
            case LIBRARY -> classPath.add(onDisk(path));
            case SOURCE -> sourcePath.add(onDisk(path));
            case PROJECT -> {
                Object other = ReflectiveCalls.call(project, "getJavaModel");
                Object named = ReflectiveCalls.call(
                        other, "getJavaProject", (String) ReflectiveCalls.call(path, "lastSegment"));
                classPath.add(onDisk(ReflectiveCalls.call(named, "getOutputLocation")));
            }
            default -> throw new ReflectiveOperationException("entry of kind " + kind);
        }
    }

    /** Resolves a workspace path, which begins with the name of the project. */
    private Path onDisk(Object path) throws ReflectiveOperationException {
        Object resource = ReflectiveCalls.call(root, "findMember", path);
        Object location = resource == null ? path : ReflectiveCalls.call(resource, "getLocation");
        return Path.of((String) ReflectiveCalls.call(location, "toOSString"));
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
