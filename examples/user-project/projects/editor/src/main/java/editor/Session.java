package editor;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.IWorkspace;
import org.eclipse.core.resources.IWorkspaceDescription;
import org.eclipse.core.resources.IncrementalProjectBuilder;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.Path;
import org.eclipse.jdt.apt.core.util.AptConfig;
import org.eclipse.jdt.apt.core.util.IFactoryPath;
import org.eclipse.jdt.core.IClasspathEntry;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IProblemRequestor;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.core.WorkingCopyOwner;
import org.eclipse.jdt.core.compiler.IProblem;

/** Scripted editing session with the problems that Eclipse shows, one line each. */
public final class Session {

    private static final String TWICE = """
            package demo;

            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.runtime.Ops;
            import io.graphkernel.runtime.Tensor;

            public final class Twice {
                @GraphKernel
                static Tensor twice(Tensor x) {
                    return Ops.mul(Ops.exp(x), Factors.FACTOR);
                }

                public static void main(String[] arguments) {
                    System.out.println(TwiceKernels.twice(Tensor.full(0, 2)));
                }
            }
            """;

    private static final String FACTORS = """
            package demo;

            final class Factors {
                static final float FACTOR = 2;
            }
            """;

    private final IProject project;
    private final IFile source;

    private Session(IProject project, IFile source) {
        this.project = project;
        this.source = source;
    }

    /** Arguments: the class path of the project, and the processor path. */
    public static void run(String[] arguments) throws Exception {
        IWorkspace workspace = ResourcesPlugin.getWorkspace();
        IWorkspaceDescription settings = workspace.getDescription();
        settings.setAutoBuilding(false);
        workspace.setDescription(settings);
        IProject project = workspace.getRoot().getProject("kernels");
        project.create(null);
        project.open(null);
        IProjectDescription description = project.getDescription();
        description.setNatureIds(new String[] {JavaCore.NATURE_ID});
        project.setDescription(description, null);
        IFolder sources = project.getFolder("src");
        sources.create(true, true, null);
        IFolder directory = sources.getFolder("demo");
        directory.create(true, true, null);
        configure(JavaCore.create(project), sources, arguments[0], arguments[1]);
        write(directory.getFile("Factors.java"), FACTORS);
        new Session(project, directory.getFile("Twice.java")).edit();
        workspace.save(true, null);
    }

    private static void configure(IJavaProject project, IFolder sources, String libraries, String processors)
            throws Exception {
        List<IClasspathEntry> entries = new ArrayList<>();
        entries.add(JavaCore.newSourceEntry(sources.getFullPath()));
        entries.add(library(System.getProperty("java.home") + "/lib/jrt-fs.jar"));
        for (String jar : libraries.split(File.pathSeparator)) {
            entries.add(library(jar));
        }
        project.setRawClasspath(
                entries.toArray(IClasspathEntry[]::new),
                project.getProject().getFolder("bin").getFullPath(),
                null);
        for (String option : List.of(
                JavaCore.COMPILER_COMPLIANCE, JavaCore.COMPILER_SOURCE, JavaCore.COMPILER_CODEGEN_TARGET_PLATFORM)) {
            project.setOption(option, "17");
        }
        AptConfig.setEnabled(project, true);
        IFactoryPath path = AptConfig.getDefaultFactoryPath(project);
        for (String jar : processors.split(File.pathSeparator)) {
            path.addExternalJar(new File(jar));
        }
        AptConfig.setFactoryPath(project, path);
    }

    private static IClasspathEntry library(String file) {
        return JavaCore.newLibraryEntry(new Path(file), null, null);
    }

    private static void write(IFile file, String text) throws Exception {
        ByteArrayInputStream content = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        if (file.exists()) {
            file.setContents(content, true, false, null);
        } else {
            file.create(content, true, null);
        }
    }

    private void edit() throws Exception {
        save("new", TWICE);
        save("misspelt", TWICE.replace("Ops.exp(x)", "Ops.expp(x)"));
        save("fixed", TWICE.replace("Ops.exp(x)", "Ops.cos(x)"));
        type("another body", TWICE.replace("Ops.exp(x)", "Ops.sin(x)"));
        type("another kernel", TWICE.replace("twice(", "thrice("));
        save("as it was", TWICE);
    }

    private void save(String what, String text) throws Exception {
        write(source, text);
        project.build(IncrementalProjectBuilder.INCREMENTAL_BUILD, null);
        System.out.println("saved: " + what);
        for (IMarker marker : project.findMarkers(IMarker.PROBLEM, true, IResource.DEPTH_INFINITE)) {
            int start = marker.getAttribute(IMarker.CHAR_START, 0);
            String at = text.substring(start, Math.max(start, marker.getAttribute(IMarker.CHAR_END, 0)));
            String message = marker.getAttribute(IMarker.MESSAGE, "");
            System.out.println(marker.getAttribute(IMarker.LINE_NUMBER, 0) + " " + at + ": " + message.lines().findFirst().orElse(""));
        }
    }

    /** The text in an editor that is not saved. */
    private void type(String what, String text) throws Exception {
        Problems problems = new Problems();
        ICompilationUnit unit = JavaCore.createCompilationUnitFrom(source).getWorkingCopy(problems, null);
        unit.getBuffer().setContents(text);
        problems.found.clear();
        unit.reconcile(ICompilationUnit.NO_AST, true, problems, null);
        unit.discardWorkingCopy();
        System.out.println("typed: " + what);
        problems.found.stream().distinct().forEach(System.out::println);
    }

    private static final class Problems extends WorkingCopyOwner implements IProblemRequestor {

        private final List<String> found = new ArrayList<>();

        @Override
        public IProblemRequestor getProblemRequestor(ICompilationUnit unit) {
            return this;
        }

        @Override
        public void acceptProblem(IProblem problem) {
            found.add(problem.getSourceLineNumber() + ": " + problem.getMessage());
        }

        @Override
        public void beginReporting() {}

        @Override
        public void endReporting() {}

        @Override
        public boolean isActive() {
            return true;
        }
    }
}
