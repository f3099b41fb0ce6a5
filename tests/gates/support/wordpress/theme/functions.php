<?php
// What themes switch on, so that the pages carry titles, feeds and thumbnails as they do elsewhere.
add_theme_support( 'title-tag' );
add_theme_support( 'automatic-feed-links' );
add_theme_support( 'post-thumbnails' );
add_theme_support( 'html5', array( 'search-form', 'comment-list' ) );
register_nav_menu( 'main', 'Main' );

// A careless plugin's way out of the database: an open AJAX action, with filters suppressed.
add_action(
	'wp_ajax_nopriv_bench_latest',
	static function (): void {
		wp_send_json( get_posts( array( 'numberposts' => 50 ) ) );
	}
);

// A type of post that another plugin might bring.
add_action(
	'init',
	static function (): void {
		register_post_type(
			'bottle',
			array(
				'public'       => true,
				'label'        => 'Bottles',
				'has_archive'  => true,
				'show_in_rest' => true,
			)
		);
	}
);
