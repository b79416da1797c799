package io.graphkernel.converter.maven;

import io.graphkernel.converter.Conversion;
import io.graphkernel.converter.Converter;
import io.graphkernel.converter.ConverterException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Makes a jar of a model, by the flags of {@code converter_lite}. */
@Mojo(name = "convert", requiresProject = false, defaultPhase = LifecyclePhase.PACKAGE, threadSafe = true)
public final class ConvertMojo extends AbstractMojo {

    /** The format of the model. */
    @Parameter(property = "fmk", defaultValue = "ONNX")
    private String fmk;

    /** The model. */
    @Parameter(property = "modelFile")
    private String modelFile;

    /** The jar. */
    @Parameter(property = "outputFile")
    private String outputFile;

    /** A file with the section graph_kernel_param. */
    @Parameter(property = "configFile")
    private String configFile;

    /** One of none, general, gpu_oriented and ascend_oriented. */
    @Parameter(property = "optimize")
    private String optimize;

    /** Dims of inputs. */
    @Parameter(property = "inputShape")
    private String inputShape;

    /** Weights in place of those of the model. */
    @Parameter(property = "weightFile")
    private String weightFile;

    /** The interface that stands for the model. */
    @Parameter(property = "className")
    private String className;

    /** Where the kernels for the CPU run. */
    @Parameter(property = "platforms")
    private String platforms;

    /** For Maven. */
    public ConvertMojo() {}

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        List<String> flags = new ArrayList<>();
        add(flags, "--fmk", fmk);
        add(flags, "--modelFile", modelFile);
        add(flags, "--outputFile", outputFile);
        add(flags, "--configFile", configFile);
        add(flags, "--optimize", optimize);
        add(flags, "--inputShape", inputShape);
        add(flags, "--weightFile", weightFile);
        add(flags, "--className", className);
        add(flags, "--platforms", platforms);
        try {
            Conversion conversion = Conversion.parse(flags);
            Converter.convert(conversion, getLog()::info);
            getLog().info("wrote " + conversion.output());
        } catch (ConverterException e) {
            throw new MojoFailureException(e.getMessage());
        } catch (IOException e) {
            throw new MojoExecutionException(e.toString(), e);
        }
    }

    private static void add(List<String> flags, String flag, String value) {
        if (value != null) {
            flags.add(flag + "=" + value);
        }
    }
}
