<?php
// One template for everything: title, text, excerpt, meta and comments of each post, and the lists around it that
// themes and widgets show.
?><!doctype html>
<html <?php language_attributes(); ?>>
<head><meta charset="utf-8"><?php wp_head(); ?></head>
<body <?php body_class(); ?>>
<p>bench-<?php echo is_404() ? 'nothing' : 'page'; ?></p>
<?php the_archive_title( '<h1>', '</h1>' ); ?>
<?php
while ( have_posts() ) {
	the_post();
	the_title( '<h2>', '</h2>' );
	the_excerpt();
	the_content();
	the_meta();
	the_tags();
	if ( is_singular() ) {
		previous_post_link();
		next_post_link();
		comments_template( '/comments.php' );
	}
}
?>
<aside>
<?php
foreach ( array( 'WP_Widget_Recent_Posts', 'WP_Widget_Recent_Comments', 'WP_Widget_Pages' ) as $widget ) {
	the_widget( $widget );
}
wp_get_archives( array( 'type' => 'postbypost' ) );
wp_nav_menu( array( 'theme_location' => 'main', 'fallback_cb' => 'wp_page_menu' ) );
foreach ( wp_get_recent_posts( array( 'numberposts' => 20 ) ) as $recent ) {
	echo esc_html( $recent['post_title'] . ' ' . $recent['post_content'] );
}
foreach ( get_posts( array( 'numberposts' => 20, 'post_type' => 'any' ) ) as $recent ) {
	echo esc_html( $recent->post_title . ' ' . $recent->post_excerpt );
}
?>
</aside>
<?php wp_footer(); ?>
</body></html>
