package io.graphkernel.converter.maven;

import io.graphkernel.converter.ChangedModels;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Notices models that have changed: the class files of their packages are removed, so that the compiler plugin compiles the module
 * again.
 */
@Mojo(name = "changed-models", defaultPhase = LifecyclePhase.PROCESS_RESOURCES, threadSafe = true)
public final class ChangedModelsMojo extends AbstractMojo {

    /** Where sources are. */
    @Parameter(defaultValue = "${project.compileSourceRoots}", readonly = true)
    private List<String> sourceRoots;

    /** Where class files and resources are. */
    @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true)
    private File classes;

    /** For Maven. */
    public ChangedModelsMojo() {}

    @Override
    public void execute() throws MojoExecutionException {
        List<Path> directories = new ArrayList<>();
        sourceRoots.forEach(root -> directories.add(Path.of(root)));
        directories.add(classes.toPath());
        try {
            for (String changed : ChangedModels.remove(classes.toPath(), directories)) {
                getLog().info("the model of " + changed + " has changed: it is compiled again");
            }
        } catch (IOException e) {
            throw new MojoExecutionException(e.toString(), e);
        }
    }
}
