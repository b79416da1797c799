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
 * Goal that converts an ONNX model to an executable jar that also serves as a library: the converter with its flags as
 * parameters. Relative paths are resolved against the base directory of the project.
 */
@Mojo(name = "convert", defaultPhase = LifecyclePhase.PREPARE_PACKAGE, requiresProject = false, threadSafe = true)
public final class ConvertMojo extends AbstractMojo {

    /** Format of the model. */
    @Parameter(property = "fmk", defaultValue = "ONNX")
    private String fmk;

    /** File of the model. */
    @Parameter(property = "modelFile")
    private String modelFile;

    /** Path of the jar; {@code .jar} is appended if it is missing. */
    @Parameter(property = "outputFile")
    private String outputFile;

    /** File with {@code [graph_kernel_param]}. */
    @Parameter(property = "configFile")
    private String configFile;

    /** Optimization target: {@code none}, {@code general}, {@code gpu_oriented} or {@code ascend_oriented}. */
    @Parameter(property = "optimize")
    private String optimize;

    /** Dims of inputs, such as {@code ids:1,128;mask:1,n}. */
    @Parameter(property = "inputShape")
    private String inputShape;

    /** Values of constant inputs, such as {@code rate:16000;sizes:1,3}. */
    @Parameter(property = "inputValue")
    private String inputValue;

    /** Maximum sizes of tensors whose shapes depend on elements, such as {@code selected:100}. */
    @Parameter(property = "maxSize")
    private String maxSize;

    /** Replacement weights of the model. */
    @Parameter(property = "weightFile")
    private String weightFile;

    /** Qualified name of the interface of the model. */
    @Parameter(property = "className")
    private String className;

    /** Platforms of the CPU kernels. */
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
        add(flags, "--inputValue", inputValue);
        add(flags, "--maxSize", maxSize);
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
