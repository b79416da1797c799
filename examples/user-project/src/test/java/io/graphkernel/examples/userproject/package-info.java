/**
 * Starts Maven on small projects, as their users would, and looks at what comes out.
 *
 * <p>The projects get a local repository of their own with this build's artifacts. Everything else is copied from the
 * local repository of the build around them before any other repository is asked.
 */
package io.graphkernel.examples.userproject;
