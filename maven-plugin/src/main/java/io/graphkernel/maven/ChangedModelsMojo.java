package io.graphkernel.maven;

import io.graphkernel.converter.ChangedModels;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.model.Resource;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Goal that removes the class files of interfaces whose models have changed, so that the compiler plugin recompiles
 * them: neither javac nor the plugin tracks models.
 */
@Mojo(name = "changed-models", defaultPhase = LifecyclePhase.PROCESS_RESOURCES, threadSafe = true)
public final class ChangedModelsMojo extends AbstractMojo {

    @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true)
    private File classes;

    @Parameter(defaultValue = "${project.compileSourceRoots}", readonly = true)
    private List<String> sourceRoots;

    @Parameter(defaultValue = "${project.resources}", readonly = true)
    private List<Resource> resources;

    @Override
    public void execute() throws MojoExecutionException {
        List<Path> directories = new ArrayList<>();
        sourceRoots.forEach(root -> directories.add(Path.of(root)));
        resources.forEach(resource -> directories.add(Path.of(resource.getDirectory())));
        try {
            ChangedModels.remove(classes.toPath(), directories, getLog()::info);
        } catch (IOException e) {
            throw new MojoExecutionException("the models of " + classes + " cannot be compared: " + e, e);
        }
    }
}
