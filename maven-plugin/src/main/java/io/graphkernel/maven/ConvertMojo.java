package io.graphkernel.maven;

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

/**
 * Makes a jar of an ONNX model, which runs by itself and serves as a library: the converter, with its flags as parameters. Relative
 * paths begin at the directory of Maven.
 */
@Mojo(name = "convert", defaultPhase = LifecyclePhase.PREPARE_PACKAGE, requiresProject = false, threadSafe = true)
public final class ConvertMojo extends AbstractMojo {

    /** The format of the model. */
    @Parameter(property = "fmk", defaultValue = "ONNX")
    private String fmk;

    /** The model. */
    @Parameter(property = "modelFile")
    private String modelFile;

    /** The jar; {@code .jar} is added where it is missing. */
    @Parameter(property = "outputFile")
    private String outputFile;

    /** A file with {@code [graph_kernel_param]}. */
    @Parameter(property = "configFile")
    private String configFile;

    /** {@code none}, {@code general}, {@code gpu_oriented} or {@code ascend_oriented}. */
    @Parameter(property = "optimize")
    private String optimize;

    /** Dims of inputs, as in {@code ids:1,128;mask:1,n}. */
    @Parameter(property = "inputShape")
    private String inputShape;

    /** Weights in place of those of the model. */
    @Parameter(property = "weightFile")
    private String weightFile;

    /** The interface of the model. */
    @Parameter(property = "className")
    private String className;

    /** Where the kernels for the CPU run. */
    @Parameter(property = "platforms")
    private String platforms;

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
            getLog().info("CONVERT RESULT SUCCESS: " + conversion.output());
        } catch (ConverterException e) {
            throw new MojoFailureException(e.getMessage(), e);
        } catch (IOException e) {
            throw new MojoExecutionException("the model is not converted: " + e, e);
        }
    }

    private static void add(List<String> flags, String flag, String value) {
        if (value != null) {
            flags.add(flag + "=" + value);
        }
    }
}
